use jantaku_rules::rulebook::error::ErrorKind;
use jantaku_rules::rulebook::spec::*;

#[test]
fn parses_and_displays_requests() {
    let rows = [
        ("zan", "zan"),
        ("zan()", "zan"),
        (" zan ( a = b ) + hana ", "zan(a=b)+hana"),
        ("zan(a=b,c=4)+hana(variation=1)+x", "zan(a=b,c=4)+hana(variation=1)+x"),
    ];
    for (text, shown) in rows {
        let spec = Spec::parse(text).unwrap();
        assert_eq!(spec.to_string(), shown);
        assert_eq!(Spec::parse(shown), Ok(spec));
    }
}

#[test]
fn refuses_malformed_requests() {
    let long = "a".repeat(1_001);
    let rows = [
        "",
        "+",
        "zan+",
        "+zan",
        "zan(",
        "zan)",
        "zan(a)",
        "zan(a=)",
        "zan(=b)",
        "zan(a=b=c)",
        "zan(a=b",
        "zan(a=b))",
        "zan(a=b,)",
        "zan(a=b)x",
        "z an",
        "残",
        "zan(a=(b))",
        &long,
    ];
    let twice = Spec::parse("zan(a=b,c=d,a=e)").map_err(|error| error.kind);
    assert_eq!(twice, Err(ErrorKind::OptionTwice));
    for text in rows {
        assert_eq!(
            Spec::parse(text).map_err(|error| error.kind),
            Err(ErrorKind::Spec),
            "{text}"
        );
    }
}
