//! HTTPS without a proxy.

use crate::server::{Folder, config, serving};
use futures_util::StreamExt;
use jantaku_server::config::Config;
use jantaku_server::tls::TlsFiles;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// A certificate for this machine, and settings that use it.
fn secured(folder: &Folder) -> (Config, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::create_dir_all(folder.path()).unwrap();
    let files = TlsFiles {
        cert: folder.path().join("cert.pem"),
        key: folder.path().join("key.pem"),
    };
    std::fs::write(&files.cert, made.cert.pem()).unwrap();
    std::fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
    let config = Config {
        tls: Some(files),
        ..config(folder)
    };
    (config, made.cert.der().clone())
}

async fn connect(address: SocketAddr, trusted: &CertificateDer<'static>) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config))
        .connect(name, stream)
        .await
        .unwrap()
}

/// Opens a table; the head of the answer, and its body.
async fn open_table(stream: &mut TlsStream<TcpStream>, origin: &str) -> (String, Value) {
    let body = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "Mika", "spectators": true, "listed": true }).to_string();
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    // A server that ends the connection without a goodbye of TLS is no failure here.
    let _ = stream.read_to_string(&mut answer).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), serde_json::from_str(body).unwrap())
}

#[tokio::test]
async fn tables_are_reached_over_tls_with_cookies_for_tls_only() {
    let folder = Folder::new();
    let (config, trusted) = secured(&folder);
    let running = serving(config).await;
    let mut stream = connect(running.address, &trusted).await;
    let (head, _) = open_table(&mut stream, "http://localhost").await;
    assert!(
        head.starts_with("HTTP/1.1 403"),
        "a page of another scheme is foreign: {head}"
    );

    let mut stream = connect(running.address, &trusted).await;
    let (head, table) = open_table(&mut stream, "https://localhost").await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head} {table}");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(
        cookie.starts_with("__Host-jantaku=") && cookie.ends_with("; Secure"),
        "{cookie}"
    );

    let id = table["table"].as_str().unwrap();
    let mut request = format!("wss://localhost/ws/{id}?since=0")
        .into_client_request()
        .unwrap();
    let headers = request.headers_mut();
    headers.insert("Origin", "https://localhost".parse().unwrap());
    headers.insert("Cookie", cookie.split(';').next().unwrap().parse().unwrap());
    let stream = connect(running.address, &trusted).await;
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    assert!(socket.next().await.unwrap().unwrap().is_text());
    running.stop().await;
}

/// Neither plain HTTP nor silence gets an answer, and both are let go.
#[tokio::test(start_paused = true)]
async fn whoever_does_not_speak_tls_is_let_go() {
    let folder = Folder::new();
    let (config, _) = secured(&folder);
    let running = serving(config).await;
    for says in ["GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", ""] {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(says.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "the connection stays open after {says:?}");
        assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    }
    running.stop().await;
}
