//! A program whose only purpose is its symbols: generics, closures, trait objects, constants, names beyond ASCII.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt::{Debug, Display};
use std::sync::{mpsc, Arc, Mutex};

mod größe {
    pub fn 東京(n: u32) -> u32 {
        n + 1
    }
}

trait Shape<T = f64> {
    type Unit: Display + Default;
    fn area(&self) -> T;
    fn unit(&self) -> Self::Unit {
        Default::default()
    }
}

#[derive(Clone, Debug, PartialEq, PartialOrd)]
struct Square<const N: usize>([[u8; N]; N]);

#[derive(Clone, Debug, PartialEq)]
enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

impl<const N: usize> Shape for Square<N> {
    type Unit = String;
    fn area(&self) -> f64 {
        (N * N) as f64
    }
}

impl<T: PartialOrd + Clone> Tree<T> {
    fn insert(self, value: T) -> Tree<T> {
        match self {
            Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), value, Box::new(Tree::Leaf)),
            Tree::Node(left, own, right) if value < own => Tree::Node(Box::new(left.insert(value)), own, right),
            Tree::Node(left, own, right) => Tree::Node(left, own, Box::new(right.insert(value))),
        }
    }

    fn walk<'a>(&'a self, visit: &mut dyn for<'b> FnMut(&'b T)) {
        if let Tree::Node(left, own, right) = self {
            left.walk(visit);
            visit(own);
            right.walk(visit);
        }
    }
}

struct Flags<const B: bool, const C: char, const I: i32>;

impl<const B: bool, const C: char, const I: i32> Flags<B, C, I> {
    #[inline(never)]
    fn show(&self) -> String {
        format!("{B}{C}{I}")
    }
}

#[inline(never)]
fn apply<F: Fn(i32) -> R, R: Debug>(f: F) -> String {
    let inner = |n| format!("{:?}", f(n));
    inner(3)
}

#[inline(never)]
unsafe extern "C" fn called(a: i32, b: *const u8, c: *mut ()) -> i32 {
    a + b.is_null() as i32 + c.is_null() as i32
}

#[inline(never)]
fn pointers(f: unsafe extern "C" fn(i32, *const u8, *mut ()) -> i32, g: for<'a> fn(&'a str) -> &'a str) -> usize {
    f as usize + g as usize
}

#[inline(never)]
fn generic<A: Default, B: ?Sized, C>(_: &B, _: C) -> A {
    A::default()
}

fn main() {
    let shapes: Vec<Box<dyn Shape<f64, Unit = String> + Send>> = vec![Box::new(Square([[0; 2]; 2])), Box::new(Square([[1; 3]; 3]))];
    let total: f64 = shapes.iter().map(|s| s.area() + s.unit().len() as f64).filter(|a| *a > 1.0).sum();
    let tree = [5, 3, 8].into_iter().fold(Tree::Leaf, Tree::insert);
    let mut seen = VecDeque::new();
    tree.walk(&mut |v| seen.push_back(*v));
    let mut words: HashMap<String, BTreeMap<u16, HashSet<char>>> = HashMap::new();
    words.entry("a".into()).or_default().entry(1).or_default().insert('x');
    let shared = Arc::new(Mutex::new((0u128, [0i8; 4])));
    let (tx, rx) = mpsc::channel::<Result<Option<u64>, Box<dyn std::error::Error + Send + Sync>>>();
    let threads: Vec<_> = (0..2)
        .map(|i| {
            let (shared, tx) = (shared.clone(), tx.clone());
            std::thread::spawn(move || {
                shared.lock().unwrap().0 += i;
                tx.send(Ok(Some(i as u64))).unwrap();
            })
        })
        .collect();
    threads.into_iter().for_each(|t| t.join().unwrap());
    let flags = (Flags::<true, 'x', -5>, Flags::<false, '\'', 7>).0.show() + &Flags::<false, '\n', 0>.show();
    let _: (u8, i16) = generic::<_, [u8], fn()>(&[1u8][..], || ());
    let _: () = generic::<_, str, (u8,)>("s", (1,));
    println!("{total} {seen:?} {words:?} {:?} {flags} {}", rx.try_recv().is_ok(), größe::東京(4));
    println!("{} {}", apply(|n| n * 2), apply(|n| vec![Some(n); 2]));
    println!("{} {}", pointers(called, |s| s), "a,b".split(',').rev().collect::<Vec<_>>().join("-"));
}
