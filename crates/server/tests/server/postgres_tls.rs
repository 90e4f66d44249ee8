//! TLS to PostgreSQL: `sslmode` and `sslrootcert` in its address.

use crate::server::Folder;
use crate::services::{self, Services};
use jantaku_server::store::Store;

fn certificate() -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    (made.cert.pem(), made.signing_key.serialize_pem())
}

#[test]
fn sslmode_means_what_it_means_to_libpq() {
    let services = Services::new();
    let (certificate_of_server, key) = certificate();
    services.secure_postgres(&certificate_of_server, &key);
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let written = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let known = written("known.pem", &certificate_of_server);
    let another = written("another.pem", &certificate().0);
    let by_number = services.database();
    let by_name = by_number.replace("127.0.0.1", "localhost");
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE ssl AND application_name = 'jantaku' AND datname = current_database()";
    for (address, options, is_encrypted) in [
        (&by_number, "sslmode=disable".to_owned(), Some(false)),
        (&by_number, String::new(), Some(true)),
        (&by_number, "sslmode=prefer".to_owned(), Some(true)),
        (&by_number, "sslmode=require".to_owned(), Some(true)),
        (&by_number, format!("sslmode=require&sslrootcert={known}"), Some(true)),
        (&by_number, format!("sslmode=require&sslrootcert={another}"), None),
        (&by_number, format!("sslmode=verify-ca&sslrootcert={known}"), Some(true)),
        (&by_number, format!("sslmode=verify-ca&sslrootcert={another}"), None),
        (&by_number, format!("sslmode=verify-full&sslrootcert={known}"), None),
        (&by_name, format!("sslmode=verify-full&sslrootcert={known}"), Some(true)),
        (&by_name, format!("sslmode=verify-full&sslrootcert={another}"), None),
    ] {
        match (services::open(&format!("{address}?{options}"), "one"), is_encrypted) {
            (Ok(store), Some(is_encrypted)) => {
                let count = services::sql(&by_number, encrypted);
                assert_eq!(count.trim() != "0", is_encrypted, "{options}: {count}");
                store.close();
            }
            (Err(refused), None) => {
                let says = refused.to_string();
                assert!(says.contains("certificate"), "{options}: {says}");
            }
            (opened, expected) => panic!("{options}: {:?} instead of {expected:?}", opened.err()),
        }
    }
}

#[test]
fn a_database_without_tls_is_not_used_where_tls_is_asked_for() {
    let database = Services::shared().database();
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (known, empty) = (file("known.pem", &certificate().0), file("empty.pem", ""));
    for (options, expected) in [
        ("sslmode=require".to_owned(), "does not support TLS"),
        (
            format!("sslmode=verify-full&sslrootcert={known}"),
            "does not support TLS",
        ),
        ("sslmode=verify-full".to_owned(), "needs sslrootcert=FILE"),
        (
            format!("sslmode=verify-ca&sslrootcert={empty}"),
            "no certificate in PEM form",
        ),
        (format!("sslmode=verify-ca&sslrootcert={empty}.gone"), "empty.pem.gone"),
        (
            "sslmode=always".to_owned(),
            "expected disable, prefer, require, verify-ca or verify-full",
        ),
        ("sslcert=mine.pem".to_owned(), "unknown option `sslcert`"),
    ] {
        let refused = services::open(&format!("{database}?{options}"), "one").err().unwrap();
        let says = refused.to_string();
        assert!(says.contains(expected), "{options}: {says}");
    }
    services::open(&format!("{database}?sslmode=prefer"), "one")
        .unwrap()
        .close();
}
