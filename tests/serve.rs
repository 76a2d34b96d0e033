//! `hockney serve`: under attack where it is built in, and how to get it where it is not.

#[cfg(feature = "serve")]
mod server;

#[cfg(not(feature = "serve"))]
#[test]
fn a_build_without_the_server_says_how_to_get_it() {
    let run =
        std::process::Command::new(env!("CARGO_BIN_EXE_hockney")).arg("serve").output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(
        said.contains("built without the server") && said.contains("--features serve"),
        "{said}"
    );
}
