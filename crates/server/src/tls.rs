//! TLS without a proxy. A renewed certificate is used for new connections as soon as its files have changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use thiserror::Error;
use tokio::sync::watch;
use tokio_rustls::rustls;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(60);

/// A certificate with those that vouch for it, and its key, both as PEM.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    pub cert: PathBuf,
    pub key: PathBuf,
}

#[derive(Debug, Error)]
pub enum TlsError {
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, std::io::Error),
    #[error("{}: no {} in PEM form", .0.display(), .1)]
    NoPem(PathBuf, &'static str),
    #[error("{} and {} do not belong together: {}", .0.display(), .1.display(), .2)]
    Pair(PathBuf, PathBuf, rustls::Error),
}

/// The certificate in use.
pub(crate) struct Certificate {
    files: TlsFiles,
    changed: [Option<SystemTime>; 2],
    current: watch::Sender<Arc<ServerConfig>>,
}

impl Certificate {
    pub(crate) fn open(files: TlsFiles) -> Result<Certificate, TlsError> {
        let changed = files.changed();
        let current = watch::Sender::new(Arc::new(files.load()?));
        Ok(Certificate {
            files,
            changed,
            current,
        })
    }

    pub(crate) fn current(&self) -> watch::Receiver<Arc<ServerConfig>> {
        self.current.subscribe()
    }

    /// Looks at the files for as long as somebody uses them.
    pub(crate) async fn watch(mut self) {
        while !self.current.is_closed() {
            tokio::time::sleep(LOOK).await;
            match self.renew() {
                Ok(false) => {}
                Ok(true) => tracing::info!("the certificate was renewed"),
                Err(error) => tracing::error!(%error, "the new certificate cannot be used; the old one stays"),
            }
        }
    }

    /// Reads the files again if they have changed.
    fn renew(&mut self) -> Result<bool, TlsError> {
        let changed = self.files.changed();
        if changed == self.changed {
            return Ok(false);
        }
        let config = self.files.load()?;
        self.changed = changed;
        self.current.send_replace(Arc::new(config));
        Ok(true)
    }
}

impl TlsFiles {
    fn changed(&self) -> [Option<SystemTime>; 2] {
        [&self.cert, &self.key].map(|path| path.metadata().and_then(|data| data.modified()).ok())
    }

    fn load(&self) -> Result<ServerConfig, TlsError> {
        let (cert, key) = (read(&self.cert)?, read(&self.key)?);
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&cert).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| TlsError::NoPem(self.cert.clone(), "certificate"))?;
        let key = PrivateKeyDer::from_pem_slice(&key).map_err(|_| TlsError::NoPem(self.key.clone(), "private key"))?;
        let ring = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(ring)
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key));
        let mut config = config.map_err(|error| TlsError::Pair(self.cert.clone(), self.key.clone(), error))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(path).map_err(|error| TlsError::Unreadable(path.to_owned(), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(files: &TlsFiles, at: u64) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(&files.cert, made.cert.pem()).unwrap();
        std::fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(at);
        std::fs::File::options()
            .write(true)
            .open(&files.cert)
            .unwrap()
            .set_modified(at)
            .unwrap();
    }

    #[test]
    fn a_renewed_certificate_is_used_and_a_broken_one_is_not() {
        let folder = std::env::temp_dir().join(format!("jantaku-tls-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let files = TlsFiles {
            cert: folder.join("cert.pem"),
            key: folder.join("key.pem"),
        };
        write(&files, 1_000_000);
        let mut certificate = Certificate::open(files.clone()).unwrap();
        let current = certificate.current();
        let first = Arc::clone(&current.borrow());
        assert!(!certificate.renew().unwrap());
        assert!(Arc::ptr_eq(&first, &current.borrow()));

        std::fs::write(&files.cert, "no certificate").unwrap();
        assert!(matches!(certificate.renew(), Err(TlsError::NoPem(..))));
        assert!(Arc::ptr_eq(&first, &current.borrow()));

        let key = std::fs::read(&files.key).unwrap();
        write(&files, 2_000_000);
        assert!(certificate.renew().unwrap());
        assert!(!Arc::ptr_eq(&first, &current.borrow()));

        std::fs::write(&files.key, key).unwrap();
        assert!(matches!(files.load(), Err(TlsError::Pair(..))));
        std::fs::remove_file(&files.key).unwrap();
        assert!(matches!(Certificate::open(files), Err(TlsError::Unreadable(..))));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
