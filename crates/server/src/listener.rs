//! Where connections come from: the network of the machine, or a simulated one.

use std::io;
use std::net::SocketAddr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

/// Bytes that the system may hold for a connection before they are read.
const RECEIVED: u32 = 16 * 1024;
/// Connections that may wait to be accepted.
const WAITING: u32 = 1024;

pub trait Listener: Send + Sync + 'static {
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// The next connection, and the address that it comes from.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;

    fn local_addr(&self) -> io::Result<SocketAddr>;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, peer) = TcpListener::accept(self).await?;
        let _ = stream.set_nodelay(true);
        Ok((stream, peer))
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        TcpListener::local_addr(self)
    }
}

/// Listens at an address from now on.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    reserve(address)?.listen()
}

/// An address that nobody else can take. Connections are refused until it is listened at.
pub(crate) struct Reserved(TcpSocket);

impl Reserved {
    pub(crate) fn listen(self) -> io::Result<TcpListener> {
        self.0.listen(WAITING)
    }
}

/// Takes an address, with a small receive buffer for each connection. Requests and messages are short, and whatever a hostile client
/// sends beyond the buffer stays on its side.
pub(crate) fn reserve(address: SocketAddr) -> io::Result<Reserved> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // On Windows it would let another program take the same port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_recv_buffer_size(RECEIVED)?;
    socket.bind(address)?;
    Ok(Reserved(socket))
}
