//! What the lobby shows of very many tables.

use crate::client::Client;
use crate::server::{Folder, config, serving};
use jantaku_rules::rulebook::library::Library;
use jantaku_server::config::Config;
use jantaku_server::names::{distinct, is_reserved, look_alike, mixes_alphabets, shown_name};
use jantaku_server::rulebooks::Rulebooks;
use jantaku_server::wire::lobby::OptionInfo;
use serde_json::{Value, json};

/// The lobby's tables, and how many more there are.
async fn list(client: &mut Client) -> (Vec<Value>, u64) {
    let list = client.get("/api/tables").await.json();
    (
        list["tables"].as_array().unwrap().clone(),
        list["more"].as_u64().unwrap(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_what_one_can_join_and_says_how_many_more_there_are() {
    let folder = Folder::new();
    let mut many = config(&folder);
    many.limits.tables_per_address = usize::MAX;
    many.limits.listed_per_address = usize::MAX;
    let running = serving(many).await;
    let mut me = Client::new(running.address, 1);
    let mut other = Client::new(running.address, 2);
    assert_eq!(list(&mut me).await, (Vec::new(), 0));
    // Mine is for nobody else to see; neither is one of the other's.
    let mut hidden = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": false });
    me.open_as(&hidden).await;
    hidden["name"] = json!("Sora");
    other.open_as(&hidden).await;
    // One without an open seat, and as many with one as the lobby lists.
    hidden["listed"] = json!(true);
    hidden["seats"] = json!(["me", "greedy", "greedy"]);
    other.open_as(&hidden).await;
    hidden["seats"] = json!(["me", "open", "open"]);
    for _ in 0..99 {
        other.open_as(&hidden).await;
    }
    let (tables, more) = list(&mut me).await;
    assert_eq!((tables.len(), more), (100, 1), "all but the one that is full");
    assert_eq!((&tables[0]["id"], &tables[0]["mine"]), (&json!(me.table), &json!(true)));
    assert!(
        tables[1..]
            .iter()
            .all(|table| table["status"] == "open" && table["mine"] == false)
    );
    other.open_as(&hidden).await;
    assert_eq!(list(&mut me).await.1, 2);
    let (tables, more) = list(&mut Client::new(running.address, 3)).await;
    assert_eq!((tables.len(), more), (100, 1));
    assert!(tables.iter().all(|table| table["status"] == "open"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_found_by_player_and_rulebook_page_by_page() {
    let folder = Folder::new();
    let running = crate::server::serving_from_memory(config(&folder)).await;
    let mut mika = Client::new(running.address, 1);
    // One more than a page has; the last one is not listed.
    for n in 0..22 {
        let asked =
            json!({ "rules": "tenhou-sanma", "seats": ["me", "greedy", "greedy"], "name": "Mika", "listed": n < 21 });
        mika.open_as(&asked).await;
        let leave = format!("/api/tables/{}/leave", mika.table);
        assert_eq!(mika.post(&leave, &json!({})).await.status, 200);
        let path = format!("/api/tables/{}", mika.table);
        while mika.get(&path).await.json()["status"] != "over" {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    let search = async |client: &mut Client, query: &str| {
        let answer = client.get(&format!("/api/games/search?{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let page = answer.json();
        (page["games"].as_array().unwrap().len(), page["next"].clone())
    };
    let mut stranger = Client::new(running.address, 2);
    let (found, next) = search(&mut stranger, "player=mika&rules=tenhou-sanma").await;
    assert_eq!(found, 20);
    let rest = format!("player=mika&rules=tenhou-sanma&after={}", next.as_str().unwrap());
    assert_eq!(search(&mut stranger, &rest).await, (1, Value::Null));
    // Mika sees the one that is not listed too.
    let (found, next) = search(&mut mika, "player=MIKA").await;
    let rest = format!("player=MIKA&after={}", next.as_str().unwrap());
    assert_eq!((found, search(&mut mika, &rest).await), (20, (2, Value::Null)));
    for nothing in [
        "player=nobody",
        "rules=tenhou",
        "player=mika&rules=zan",
        "after=nonsense&player=x",
    ] {
        assert_eq!(search(&mut stranger, nothing).await, (0, Value::Null), "{nothing}");
    }
    assert_eq!(stranger.get("/api/games/search?player=a&player=b").await.status, 400);
    running.stop().await;
}

#[test]
fn names_are_short_and_hide_nothing() {
    assert_eq!(shown_name(" Mika\u{202e} \n"), "Mika");
    assert_eq!(shown_name("\u{2067}M\u{61c}i\u{2028}k\u{2060}a\u{e0041}"), "Mika");
    assert_eq!(shown_name("\u{200b}\t"), "Guest");
    assert_eq!(shown_name(&"あ".repeat(99)).chars().count(), 24);
    assert_eq!(shown_name("<b>"), "<b>");
}

#[test]
fn names_that_look_the_same_get_a_number() {
    // A Cyrillic o, a full-width S, capitals, a digit for a letter, spaces.
    for twin in [
        "Sora",
        "S\u{43e}ra",
        "\u{ff33}ora",
        "SORA",
        "S0ra",
        "So ra",
        "Sora.",
        "So\u{280}a",
    ] {
        assert!(look_alike("Sora", twin), "{twin}");
        assert_eq!(distinct(twin, ["Mika", "Sora"].into_iter()), format!("{twin} 2"));
    }
    // Signs, and those that look the same.
    for (one, twin) in [
        ("O'Brien", "O\u{2019}Brien"),
        ("O'Brien", "O\u{2bc}Brien"),
        ("Anna-Lena", "Anna\u{2010}Lena"),
        ("Anna-Lena", "Anna\u{2212}Lena"),
        ("A:B", "A\u{2236}B"),
        ("A*B", "A\u{2217}B"),
        ("A~B", "A\u{223c}B"),
        ("A,B", "A\u{201a}B"),
        ("A\u{b7}B", "A\u{2027}B"),
        ("Mika", "Mi\u{307}ka"),
        ("Mika", "Mika\u{2bc}"),
        ("Mika", "Mika\u{2cc}"),
    ] {
        assert!(look_alike(one, twin), "{twin}");
    }
    // The same only in capitals: a digit for an i, and Cyrillic letters.
    for twin in ["M1ka", "MIKA", "m1ka", "Мі\u{43a}а"] {
        assert!(look_alike("Mika", twin), "{twin}");
    }
    assert!(look_alike("Ilse", "llse"));
    assert!(!look_alike("Kai", "Kal"));
    assert_eq!(distinct("Sora", ["Sora", "Sora 2"].into_iter()), "Sora 3");
    assert_eq!(distinct("空", ["Sora", "海"].into_iter()), "空");
    let long = "a".repeat(24);
    assert_eq!(
        distinct(&long, [long.as_str()].into_iter()),
        format!("{} 2", "a".repeat(22))
    );
}

#[test]
fn names_of_bots_are_reserved() {
    for name in ["greedy", "Greedy", "gr\u{435}edy", "Kuma", "KUMA", "Tora", "bot"] {
        assert!(is_reserved(name), "{name}");
    }
    for numbered in [
        "Neko 2",
        "Bot 1",
        "bot1",
        "Deleted player 2",
        "Neko\u{2bc}",
        "Neko\u{2cc}",
        "\u{2b9}Neko",
        "Kuma\u{a78c}",
        "Kuma\u{2be}",
        "Ne\u{2010}ko",
        "Deleted\u{2010}player",
        "Tora ii",
        "\u{41a}uma \u{ff12}",
        "#1 Tora",
        "Usagi II",
        "Nek0",
        "Kuma\u{2163}",
    ] {
        assert!(is_reserved(numbered), "{numbered}");
    }
    // Digits for letters, small capitals, a Cyrillic k, and the word "bot" around it.
    for like_one in [
        "Usag1",
        "K4m3",
        "P@nda",
        "\u{1d0b}uma",
        "\u{1d1b}\u{1d0f}\u{280}\u{1d00}",
        "Ne\u{43a}o",
        "N\u{435}\u{43a}\u{43e}",
        "N.e.k.o",
        "Neko bot",
        "NekoBot",
        "bot Neko",
        "BOTneko",
        "Usag1_b0t",
        "Mika (bot)",
        "bot2 Mika",
    ] {
        assert!(is_reserved(like_one), "{like_one}");
    }
    let free = [
        "Mika", "Umeko", "Guest", "Guest 2", "Robot 2", "Mika II", "7", "Talbot", "Abbot", "Nekomata", "ねこ", "猫 3",
    ];
    for name in free {
        assert!(!is_reserved(name), "{name}");
    }
}

#[test]
fn a_word_of_a_name_has_one_alphabet() {
    for mixed in [
        "Ne\u{43a}o",
        "M\u{456}ka",
        "S\u{3bf}ra",
        "Sora \u{420}eter",
        "\u{13b7}ika",
        "\u{3a4}\u{43e}\u{3c1}\u{3b1}",
        "Mi\u{332}\u{43a}a",
    ] {
        assert!(mixes_alphabets(mixed), "{mixed}");
    }
    for fine in [
        "Mika",
        "Ümit Øst",
        "Ирина",
        "Νίκη",
        "Mika Ирина",
        "雀士Mikaさん",
        "カナMika",
        "山田taro",
        "미카Mika",
        "王小明Ming",
        "นกMika",
        "नीलम",
        "(´・ω・`)",
        "Σ(ﾟДﾟ)",
        "ヽ(ﾟДﾟ)ノ",
        "🀄 2",
    ] {
        assert!(!mixes_alphabets(fine), "{fine}");
    }
}

#[test]
fn names_keep_only_what_can_be_seen() {
    assert_eq!(shown_name("Mi\u{3164}k\u{34f}a\u{fe0f}\u{2800}"), "Mika");
    assert_eq!(shown_name("\u{e000}\u{115f}"), "Guest");
    assert_eq!(shown_name("Mika\u{a0}\u{2003} B"), "Mika B");
    // A note without a head, a Khitan filler, two that Unicode has not assigned, blank hieroglyphs, a joiner of another script.
    assert_eq!(shown_name("\u{1d159}"), "Guest");
    assert_eq!(shown_name("Kuma\u{16fe4}"), "Kuma");
    assert_eq!(shown_name("\u{1cbb}\u{1cbc}"), "Guest");
    assert_eq!(shown_name("\u{13441}Kuma\u{13442}\u{2d7f}\u{1107f}"), "Kuma");
    // What people do call themselves stays: scripts with marks, a long kana, emoji.
    for name in [
        "\u{928}\u{940}\u{932}\u{92e}",
        "ガー\u{3099}",
        "นก\u{e49}",
        "🀄 Ümit",
        "א\u{5b8}",
    ] {
        assert_eq!(shown_name(name), name);
    }
    // An accented letter keeps two marks more.
    assert_eq!(
        shown_name(&format!("Mi{}ka", "\u{301}".repeat(20))),
        "M\u{ed}\u{301}\u{301}ka"
    );
    assert_eq!(shown_name("Zoe\u{308}"), "Zo\u{eb}");
}

/// Nobody can pass for another player, or for a bot.
#[tokio::test(flavor = "multi_thread")]
async fn two_players_of_a_table_do_not_look_alike() {
    let folder = Folder::new();
    let running = serving(config(&folder)).await;
    let mut host = Client::new(running.address, 1);
    host.open("zan", &["me", "open", "open"]).await;
    let path = format!("/api/tables/{}", host.table);
    let join = async |name: &str| {
        let asked = json!({ "name": name });
        Client::new(running.address, 2)
            .post(&format!("{path}/join"), &asked)
            .await
    };
    let refused = join("Usagi").await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (400, Some("reserved-name"))
    );
    let refused = join("M\u{456}ka").await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (400, Some("mixed-alphabets"))
    );
    assert_eq!(join("M1ka").await.status, 200);
    let players = host.get(&path).await.json()["players"].clone();
    assert_eq!(players[1]["name"], "M1ka 2");
    running.stop().await;
}

#[test]
fn what_can_be_chosen_is_said_in_every_language() {
    let rulebooks = Rulebooks::new(Library::builtin());
    let offer = rulebooks.offer();
    let options: Vec<&OptionInfo> = offer.list.iter().flat_map(|book| &book.options).collect();
    assert!(options.len() > 30);
    for option in options {
        let choices = option.choices.iter().map(|choice| (&choice.id, &choice.also));
        for (id, also) in choices.chain([(&option.id, &option.also)]) {
            let said = [&also.de, &also.ja, &also.zh].map(|says| !says.is_empty());
            assert_eq!(said, [true; 3], "{} {id}", option.id);
        }
    }
}

/// A server behind a proxy, whose visitors have addresses of their own.
fn behind_a_proxy(folder: &Folder) -> Config {
    let mut config = config(folder);
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    config.limits.listed_per_address = 3;
    config
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_lists_only_so_many_tables() {
    let folder = Folder::new();
    let running = serving(behind_a_proxy(&folder)).await;
    let mut flood = Client::new(running.address, 1);
    flood.forwarded = Some("203.0.113.66");
    let mut asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    for _ in 0..3 {
        flood.open_as(&asked).await;
    }
    let refused = flood.post("/api/tables", &asked).await;
    assert_eq!(
        (refused.status, refused.json()["error"].as_str()),
        (429, Some("too-many-listed"))
    );
    // Nor are they listed later, one by one.
    let last = flood.table.clone();
    asked["listed"] = json!(false);
    flood.open_as(&asked).await;
    let settings = json!({ "listed": true });
    let path = format!("/api/tables/{}/settings", flood.table);
    assert_eq!(flood.post(&path, &settings).await.json()["error"], "too-many-listed");
    // A table that is made private or closed makes room, and others have their own.
    let earlier = format!("/api/tables/{last}/settings");
    let private = json!({ "listed": false });
    assert_eq!(flood.post(&earlier, &private).await.status, 200);
    assert_eq!(flood.post(&path, &settings).await.status, 200);
    assert_eq!(flood.post(&earlier, &settings).await.status, 429);
    let close = format!("/api/tables/{}/close", flood.table);
    assert_eq!(flood.post(&close, &json!({})).await.status, 200);
    assert_eq!(flood.post(&earlier, &settings).await.status, 200);
    let mut other = Client::new(running.address, 2);
    other.forwarded = Some("203.0.113.7");
    asked["listed"] = json!(true);
    other.open_as(&asked).await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn listed_tables_count_after_a_restart() {
    let folder = Folder::new();
    let running = serving(behind_a_proxy(&folder)).await;
    let mut flood = Client::new(running.address, 1);
    flood.forwarded = Some("203.0.113.66");
    let mut asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    for _ in 0..2 {
        flood.open_as(&asked).await;
    }
    asked["listed"] = json!(false);
    flood.open_as(&asked).await;
    let settings = format!("/api/tables/{}/settings", flood.table);
    assert_eq!(flood.post(&settings, &json!({ "listed": true })).await.status, 200);
    running.stop().await;
    let running = serving(behind_a_proxy(&folder)).await;
    flood.address = running.address;
    asked["listed"] = json!(true);
    let refused = flood.post("/api/tables", &asked).await;
    assert_eq!(refused.json()["error"], "too-many-listed");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_lists_no_more_tables_by_opening_them_at_once() {
    let folder = Folder::new();
    let running = serving(behind_a_proxy(&folder)).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    let opens = (0..12).map(async |number| {
        let mut client = Client::new(running.address, number);
        client.forwarded = Some("203.0.113.66");
        client.post("/api/tables", &asked).await.status
    });
    let mut answers = futures_util::future::join_all(opens).await;
    answers.sort_unstable();
    assert_eq!((&answers[..3], &answers[3..]), (&[200; 3][..], &[429; 9][..]));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_count_as_listed_tables() {
    let folder = Folder::new();
    let mut config = behind_a_proxy(&folder);
    config.limits.listed_per_address = 1;
    let running = serving(config).await;
    let mut players = Vec::new();
    for number in 0..2 {
        let mut player = Client::new(running.address, number);
        player.forwarded = Some("203.0.113.66");
        let asked = json!({ "rules": "zan", "seats": ["me", "greedy", "greedy"], "name": "Mika", "listed": true });
        player.open_as(&asked).await;
        player.connect().await;
        player.play().await;
        players.push(player);
    }
    let mut listed = Vec::new();
    for player in &mut players {
        let path = format!("/api/tables/{}/rematch", player.table);
        let again = player.post(&path, &json!({})).await;
        assert_eq!(again.status, 200, "{}", again.body);
        let path = format!("/api/tables/{}", again.json()["table"].as_str().unwrap());
        listed.push(player.get(&path).await.json()["listed"].clone());
    }
    // The second is played all the same, but not in the lobby.
    assert_eq!(listed, [json!(true), json!(false)]);
    running.stop().await;
}

/// No record holds the address of somebody who may have nothing to do with the new table.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_counts_for_whoever_asks_for_it() {
    let folder = Folder::new();
    let mut config = behind_a_proxy(&folder);
    config.limits.listed_per_address = 1;
    let running = serving(config).await;
    let mut host = Client::new(running.address, 1);
    host.forwarded = Some("203.0.113.1");
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "greedy"], "name": "Mika", "listed": true });
    let mut people = Client::gather(&asked, host).await;
    let [host, guest] = people.as_mut_slice() else {
        panic!("two people");
    };
    tokio::join!(host.play(), guest.play());
    // The guest has a table in the lobby already, the host has none any more.
    guest.forwarded = Some("203.0.113.2");
    let path = format!("/api/tables/{}/rematch", guest.table);
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Sora", "listed": true });
    guest.open_as(&asked).await;
    let again = guest.post(&path, &json!({})).await.json();
    let path = format!("/api/tables/{}", again["table"].as_str().unwrap());
    assert_eq!(guest.get(&path).await.json()["listed"], false);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_with_people_come_first() {
    let folder = Folder::new();
    let running = serving(behind_a_proxy(&folder)).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    let mut host = Client::new(running.address, 1);
    host.forwarded = Some("203.0.113.1");
    host.open_as(&asked).await;
    host.connect().await;
    hello(&mut host).await;
    // Later tables, at which nobody is.
    for (number, address) in [(2, "203.0.113.2"), (3, "203.0.113.3")] {
        let mut empty = Client::new(running.address, number);
        empty.forwarded = Some(address);
        empty.open_as(&asked).await;
    }
    let (tables, _) = list(&mut Client::new(running.address, 9)).await;
    assert_eq!(tables[0]["id"], json!(host.table));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_of_one_address_do_not_push_others_down_the_list() {
    let folder = Folder::new();
    let mut config = behind_a_proxy(&folder);
    config.limits.listed_per_address = 30;
    let running = serving(config).await;
    let asked = json!({ "rules": "zan", "seats": ["me", "open", "open"], "name": "Mika", "listed": true });
    let mut honest = Client::new(running.address, 1);
    honest.forwarded = Some("203.0.113.1");
    honest.open_as(&asked).await;
    let mut flood = Client::new(running.address, 2);
    flood.forwarded = Some("203.0.113.66");
    for _ in 0..30 {
        flood.open_as(&asked).await;
    }
    let (tables, _) = list(&mut Client::new(running.address, 9)).await;
    let place = tables.iter().position(|table| table["id"] == json!(honest.table));
    assert!(place.is_some_and(|place| place < 2), "{place:?}");
    running.stop().await;
}

async fn hello(client: &mut Client) {
    while client.hear().await.unwrap()["t"] != "hello" {}
}
