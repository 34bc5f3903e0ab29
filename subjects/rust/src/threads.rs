// test: threads::work
// exit: 1
// says: worker failed
// findings: 1

pub fn work(n: u8) -> u8 {
    let worker = std::thread::spawn(|| 40u8);
    let known = worker.join().expect("it ends");
    if n == known + 2 {
        panic!("worker failed");
    }
    n
}
