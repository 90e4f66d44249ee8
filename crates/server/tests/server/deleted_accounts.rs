//! What deleted accounts leave to others: the disk that their games take.

use crate::accounts::{PASSWORD, opened};
use crate::client::Client;
use crate::server::{Folder, Memory, config, serving_from};
use jantaku_server::store::Store;
use jantaku_server::token::TableId;
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// Opens an account and a table, gives both up, and says which table it was.
async fn comes_and_goes(address: SocketAddr) -> TableId {
    let mut mika = Client::new(address, 1);
    opened(&mut mika, "Mika", false).await;
    mika.open("zan", &["me", "open", "open"]).await;
    let close = format!("/api/tables/{}/close", mika.table);
    assert_eq!(mika.post(&close, &json!({})).await.status, 200);
    let gone = mika.post("/api/account/delete", &json!({ "password": PASSWORD })).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    TableId::read(&mika.table).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_deletes_accounts_gets_no_more_disk() {
    let folder = Folder::new();
    let store = Arc::new(Memory::default());
    let running = serving_from(Arc::clone(&store), config(&folder)).await;
    let game = comes_and_goes(running.address).await;
    running.stop().await;
    let here = u64::from(Ipv4Addr::LOCALHOST.to_bits());
    let places = store.places();
    assert!(places.len() == 1 && places[0].0 != here, "{places:?}");
    let mut small = config(&folder);
    small.limits.disk_per_address = places[0].1;
    let running = serving_from(Arc::clone(&store), small).await;
    let account = json!({ "name": "Mika", "password": PASSWORD, "claim": false });
    let table = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika" });
    let mut here = Client::new(running.address, 1);
    for (path, asked) in [("/api/account/open", &account), ("/api/tables", &table)] {
        let refused = here.post(path, asked).await;
        assert_eq!(
            (refused.status, &refused.json()["error"]),
            (507, &json!("disk-used-here")),
            "{path}"
        );
    }
    let mut elsewhere = Client::new(running.address, 2);
    elsewhere.from = Some(Ipv4Addr::new(127, 0, 0, 2));
    assert_eq!(elsewhere.post("/api/account/open", &account).await.status, 200);
    // When the game goes, so does what it counted.
    assert_eq!(store.remove(vec![game]).unwrap(), 1);
    assert_eq!(here.post("/api/account/open", &account).await.status, 200);
    running.stop().await;
}
