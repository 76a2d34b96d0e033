//! Which requests are taken: those that a person's browser makes of this very server.

use std::net::IpAddr;

use hyper::header::{HOST, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Method, StatusCode, Uri};

/// Knows what the server may be called.
pub(super) struct Guard {
    loopback: bool,
    names: Vec<String>,
}

/// A refused request, with its response.
pub(super) type Refusal = (StatusCode, &'static str);

impl Guard {
    pub(super) fn new(ip: IpAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_lowercase()).collect();
        Guard { loopback: ip.is_loopback(), names }
    }

    /// Whether a request may be answered.
    pub(super) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        self.host(uri, headers)?;
        if uri.path() != "/" {
            return Err((StatusCode::NOT_FOUND, "the only page is /"));
        }
        if ![Method::GET, Method::HEAD, Method::POST].contains(method) {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "use GET, HEAD or POST"));
        }
        self.site(method, headers)
    }

    /// A page elsewhere can have its own name point here, and then read what is answered to that name.
    /// Names that it cannot have are those of this machine, and bare addresses.
    fn host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err((StatusCode::BAD_REQUEST, "a request has one Host header"));
        };
        let host = host.to_str().unwrap_or_default();
        let asked = uri.authority().map(Authority::as_str);
        if self.is_here(host) && asked.is_none_or(|name| self.is_here(name)) {
            return Ok(());
        }
        Err((
            StatusCode::MISDIRECTED_REQUEST,
            "unknown host name: use the address that the server printed, or start the server \
             with --name",
        ))
    }

    fn is_here(&self, host: &str) -> bool {
        let Some(name) = name_of(host) else { return false };
        let name = name.to_lowercase();
        match name.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || !self.loopback,
            Err(_) => name == "localhost" || self.names.contains(&name),
        }
    }

    /// Links from elsewhere are welcome; other pages that send forms or load this one are not.
    fn site(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let refused = Err((StatusCode::FORBIDDEN, "other sites may only link to this page"));
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let elsewhere = matches!(header("sec-fetch-site"), Some("cross-site" | "same-site"));
        if elsewhere && (method == Method::POST || header("sec-fetch-mode") != Some("navigate")) {
            return refused;
        }
        if method == Method::POST {
            let mut origins = headers.get_all(ORIGIN).iter();
            let here = origins.all(|origin| {
                let origin = origin.to_str().unwrap_or_default();
                origin.split_once("://").is_some_and(|(_, host)| self.is_here(host))
            });
            return if here { Ok(()) } else { refused };
        }
        Ok(())
    }
}

/// `localhost` of `localhost:8128`, `[::1]` of `[::1]:8128`. The port is left aside: a tunnel has
/// another one.
fn name_of(host: &str) -> Option<&str> {
    let (name, port) = match host.rfind(':') {
        Some(colon) if !host.ends_with(']') => (&host[..colon], &host[colon + 1..]),
        _ => (host, ""),
    };
    (!name.is_empty() && port.bytes().all(|b| b.is_ascii_digit())).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::Guard;

    fn is_here(ip: [u8; 4], names: &[&str], host: &str) -> bool {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Guard::new(IpAddr::V4(Ipv4Addr::from(ip)), &names).is_here(host)
    }

    #[test]
    fn only_names_that_nobody_else_can_have_are_ours() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8128", "[::1]:8128", "[::1]"] {
            assert!(is_here([127, 0, 0, 1], &[], host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "evil.example:8128",
            "localhost.evil.example",
            "10.0.0.1",
            "localhost:80@evil.example",
            "127.0.0.1.evil.example",
            "localhost:x",
            "[::1",
            "::1]x",
        ] {
            assert!(!is_here([127, 0, 0, 1], &[], host), "{host}");
        }
        assert!(is_here([0, 0, 0, 0], &[], "10.0.0.1:8128"));
        assert!(!is_here([0, 0, 0, 0], &[], "lab.example"));
        assert!(is_here([0, 0, 0, 0], &["Lab.example"], "lab.EXAMPLE:8128"));
    }
}
