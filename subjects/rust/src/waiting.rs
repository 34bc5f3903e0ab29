// test: waiting::poll_once
// exit: 1
// says: ready too early
// findings: 1

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

pub fn poll_once(n: u8) -> u8 {
    let task = pin!(async move {
        if n == 13 {
            panic!("ready too early");
        }
        std::future::ready(n).await
    });
    match task.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(n) => n,
        Poll::Pending => 0,
    }
}
