//! Connections whose other end takes nothing any more. They would keep what is written to them in memory for as long as they like.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Fails a write of which nothing was taken for this long.
pub(crate) struct Hurried<S> {
    stream: S,
    patience: Duration,
    /// Runs while something waits to be taken.
    waits: Option<Pin<Box<Sleep>>>,
}

impl<S> Hurried<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Hurried<S> {
        Hurried {
            stream,
            patience,
            waits: None,
        }
    }
}

impl<S: Unpin> Hurried<S> {
    fn within<T>(
        &mut self,
        cx: &mut Context<'_>,
        work: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(done) = work(Pin::new(&mut self.stream), cx) {
            self.waits = None;
            return Poll::Ready(done);
        }
        let patience = self.patience;
        ready!(
            self.waits
                .get_or_insert_with(|| Box::pin(sleep(patience)))
                .as_mut()
                .poll(cx)
        );
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Hurried<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Hurried<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.within(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.within(cx, |stream, cx| stream.poll_write_vectored(cx, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.within(cx, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.within(cx, AsyncWrite::poll_shutdown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const PATIENCE: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn a_write_fails_when_nothing_is_taken() {
        let (ours, _theirs) = duplex(8);
        let failed = Hurried::new(ours, PATIENCE).write_all(&[1; 99]).await;
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_takes_a_little_now_and_then_gets_everything() {
        let (ours, mut theirs) = duplex(8);
        let write = tokio::spawn(async move { Hurried::new(ours, PATIENCE).write_all(&[1; 99]).await });
        let mut taken: Vec<u8> = Vec::new();
        while taken.len() < 99 {
            sleep(PATIENCE - Duration::from_secs(1)).await;
            let mut some = [0; 8];
            let count = theirs.read(&mut some).await.unwrap();
            taken.extend(&some[..count]);
        }
        write.await.unwrap().unwrap();
    }
}
