//! A server that stops and begins again with the same data goes on where it was.

use crate::client::{Client, numbered};
use crate::server::{Folder, config, serving};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::store::{Memory, Store};
use jantaku_server::{Running, start_with};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use tokio::sync::watch;

#[tokio::test(flavor = "multi_thread")]
async fn every_frame_is_the_same_after_restarts() {
    let folder = Folder::new();
    let mut running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let invite = host.open("ryanzou-chankan", &["me", "greedy", "open", "greedy"]).await;
    let mut friend = Client::new(running.address, 2);
    friend.join(&host.table, &invite).await;
    let mut told: [Vec<String>; 2] = Default::default();
    // Some restarts in mid-hand, one before the walls are fixed, then to the end.
    for stop in [0, 3, 25, 80, 81, 150, u32::MAX] {
        for (client, told) in [&mut host, &mut friend].into_iter().zip(&mut told) {
            client.connect().await;
            let hello = client.hear().await.unwrap();
            assert_eq!(hello["seat"].as_u64(), client.seat.map(u64::from));
            assert_eq!(hello["next"], told.len() as u64 + 1, "nothing is told twice");
            client.react(&hello).await;
        }
        let ended = play(&mut host, &mut friend, stop).await;
        for (client, told) in [&mut host, &mut friend].into_iter().zip(&mut told) {
            told.extend(numbered(&std::mem::take(&mut client.frames)));
            client.drop_socket();
        }
        if ended {
            break;
        }
        running.stop().await;
        running = serving(config(&folder)).await;
        assert_eq!(running.restored, 1);
        host.address = running.address;
        friend.address = running.address;
    }
    // All of it at once is the same, byte for byte.
    for (client, told) in [host, friend].iter_mut().zip(&told) {
        client.last = 0;
        client.connect().await;
        while client.last < told.len() as u32 {
            client.hear().await.unwrap();
        }
        assert_eq!(&numbered(&client.frames), told);
    }
    running.stop().await;
    let running = serving(config(&folder)).await;
    assert_eq!(running.restored, 0, "a game that is over is not brought back");
    running.stop().await;
}

/// Both play until each has had so many frames: neither waits for the other without playing. True if the game is over.
async fn play(host: &mut Client, friend: &mut Client, frames: u32) -> bool {
    let mut over = [false; 2];
    while (host.last < frames || friend.last < frames) && over != [true; 2] {
        let (frame, client, over) = tokio::select! {
            frame = host.hear_or_end(), if !over[0] => (frame, &mut *host, &mut over[0]),
            frame = friend.hear_or_end(), if !over[1] => (frame, &mut *friend, &mut over[1]),
        };
        *over = client.react(&frame.unwrap()).await;
    }
    over == [true; 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_and_codes_are_not_in_the_data() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    let invite = host.open("zan", &["me", "greedy", "open"]).await;
    let link = host
        .post(&format!("/api/tables/{}/link", host.table), &serde_json::json!({}))
        .await
        .json();
    let code = link["code"].as_str().unwrap().to_owned();
    let token = host.cookie.split_once('=').unwrap().1.to_owned();
    assert_eq!(token.len(), 64);
    running.stop().await;
    let mut data = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        data.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let holds = |secret: &str| data.windows(secret.len()).any(|window| window == secret.as_bytes());
    assert!(holds(&host.table), "the data are there");
    for secret in [&invite, &code, &token] {
        assert!(!holds(secret));
    }
}

/// A server on a thread and a runtime that end with it, as the program does.
fn apart(folder: &Folder) -> (SocketAddr, Sender<()>, JoinHandle<()>) {
    let config = config(folder);
    let (tell, address) = channel();
    let (stop, stopped) = channel();
    let serve = move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let running: Running = runtime.block_on(serving(config));
        tell.send(running.address).unwrap();
        let stopped: Receiver<()> = stopped;
        stopped.recv().unwrap();
        runtime.block_on(running.stop());
        runtime.shutdown_background();
    };
    let thread = std::thread::spawn(serve);
    (address.recv().unwrap(), stop, thread)
}

/// Every client is told and let go before the program ends, also where many are connected, and whatever they say meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_tells_everybody_that_it_comes_back() {
    let folder = Folder::new();
    let (address, stop, thread) = apart(&folder);
    let (talk, _) = watch::channel(());
    let mut clients = Vec::new();
    for number in 0..40 {
        let mut client = Client::new(address, number);
        client.open("zan", &["me", "open", "open"]).await;
        client.connect().await;
        assert_eq!(client.hear().await.unwrap()["t"], "hello");
        // Whoever does not listen does not answer pings, and would be let go before the server stops.
        clients.push(tokio::spawn(told_and_let_go(client, talk.subscribe())));
    }
    talk.send(()).unwrap();
    stop.send(()).unwrap();
    tokio::task::spawn_blocking(|| thread.join()).await.unwrap().unwrap();
    for client in clients {
        assert_eq!(client.await.unwrap(), (true, 1012));
    }
}

/// Was the client told that the server stops? And the code with which its socket was closed.
async fn told_and_let_go(mut client: Client, mut talk: watch::Receiver<()>) -> (bool, u16) {
    let mut told = false;
    loop {
        let heard = tokio::select! {
            heard = client.hear_or_end() => heard,
            Ok(()) = talk.changed() => {
                for _ in 0..20 {
                    client.say(&serde_json::json!({ "t": "act", "n": 9, "a": { "a": "pass" } })).await;
                }
                continue;
            }
        };
        match heard {
            Ok(frame) => told |= frame["t"] == "notice" && frame["what"] == "stopping",
            Err(end) => return (told, end),
        }
    }
}

/// Otherwise players and proxies would wait for it although other nodes have their tables.
#[tokio::test]
async fn a_server_that_cannot_answer_yet_refuses_connections() {
    let folder = Folder::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let mut config = config(&folder);
    config.listen = address;
    let opening = |_: &_| {
        assert!(
            TcpStream::connect(address).is_err(),
            "it listens before it has its data"
        );
        Ok(Arc::new(Memory::default()) as Arc<dyn Store>)
    };
    let running = start_with(config, Library::builtin(), opening).await.unwrap();
    assert!(TcpStream::connect(address).is_ok());
    running.stop().await;
}
