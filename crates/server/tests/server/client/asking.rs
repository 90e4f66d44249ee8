//! What a client asks over HTTP: anything at all, a table, a seat.

use super::{Client, PATIENCE};
use jantaku_server::Running;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

/// An answer over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} {}", self.status, self.body))
    }
}

impl Client {
    /// Asks, with these lines in the head, and waits for the answer.
    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: &str, head: &str) -> Answer {
        self.try_ask(method, path, body, head).await.unwrap()
    }

    /// The same of a server that may be gone.
    pub(crate) async fn try_ask(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        head: &str,
    ) -> std::io::Result<Answer> {
        let mut stream = self.reach().await?;
        let cookie = if self.cookie.is_empty() {
            String::new()
        } else {
            format!("Cookie: {}\r\n", self.cookie)
        };
        let forwarded = self.forwarded.map(|address| format!("X-Forwarded-For: {address}\r\n"));
        let forwarded = forwarded.unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{forwarded}{cookie}{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut text = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut text)).await??;
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        for line in head.lines() {
            if let Some(cookie) = line.to_ascii_lowercase().strip_prefix("set-cookie: ") {
                self.cookie = cookie.split(';').next().unwrap().to_owned();
            }
        }
        Ok(Answer {
            status: head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .unwrap_or(0),
            head: head.to_owned(),
            body: body.to_owned(),
        })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, "", "").await
    }

    /// The server's metrics, from the address that they have to themselves.
    #[allow(dead_code, reason = "only the tests ask for it")]
    pub(crate) async fn metrics(running: &Running) -> String {
        let address = running.metrics.expect("an address for metrics");
        Client::new(address, 0).get("/metrics").await.body
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let origin = format!("Origin: http://{}\r\n", self.address);
        self.ask("POST", path, &body.to_string(), &origin).await
    }

    /// Opens a table with these seats; the first invitation.
    pub(crate) async fn open(&mut self, rules: &str, seats: &[&str]) -> String {
        let asked = json!({ "rules": rules, "seats": seats, "name": "Mika", "spectators": true, "listed": true });
        self.open_as(&asked).await
    }

    pub(crate) async fn open_as(&mut self, asked: &Value) -> String {
        let answer = self.post("/api/tables", asked).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let created = answer.json();
        self.table = created["table"].as_str().unwrap().to_owned();
        self.seat = created["seat"].as_u64().map(|seat| seat as u8);
        let invites = created["invites"].as_array().unwrap().iter();
        self.invites = invites
            .map(|invite| invite["code"].as_str().unwrap().to_owned())
            .collect();
        self.invites.first().cloned().unwrap_or_default()
    }

    /// Takes a seat at somebody's table.
    pub(crate) async fn join(&mut self, table: &str, invite: &str) {
        let answer = self
            .post(
                &format!("/api/tables/{table}/join"),
                &json!({ "name": "Sora", "invite": invite }),
            )
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.table = table.to_owned();
        self.seat = answer.json()["seat"].as_u64().map(|seat| seat as u8);
    }
}
