//! Plots as SVG: readable from disk, light or dark as the reader likes, without a script.
//!
//! A plot is one or more pictures of the same small size, which a page lays out beside each other; its file has all of
//! them. Colours are named by the style sheet, so both grounds work.

use super::ruler::{Ruler, short};
use super::{Axis, Drawing, Mark, Plot, Point, Series};
use crate::markup::escape;
use std::fmt::Write;

/// Curves in one picture at most; more of them get a picture each, with the others in grey.
const CURVES: usize = 6;
/// The size of a picture; small, so that its letters are large on a phone.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 260.0;
/// Height of a panel, and pictures beside each other in a file.
const PANEL: f64 = 190.0;
const COLUMNS: usize = 3;
/// Height of a bar with its distance.
const BAR: f64 = 20.0;

/// A picture in its own coordinates.
pub(super) struct Picture {
    height: f64,
    body: String,
}

/// The file of a plot.
pub fn svg(plot: &Plot) -> String {
    let pictures = pictures(plot);
    let columns = pictures.len().clamp(1, COLUMNS);
    let mut body = String::new();
    let mut top = 34.0;
    for row in pictures.chunks(columns) {
        for (column, picture) in row.iter().enumerate() {
            let x = column as f64 * WIDTH;
            let _ = writeln!(
                body,
                "<svg x=\"{x}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{h}\" viewBox=\"0 0 {WIDTH} {h}\">{}</svg>",
                picture.body,
                h = picture.height
            );
        }
        top += row.iter().map(|picture| picture.height).fold(0.0, f64::max);
    }
    let width = columns as f64 * WIDTH;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {width} {top}\" width=\"{width}\" \
         height=\"{top}\">\n<style>{STYLE}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"title\" x=\"12\" y=\"22\">{}</text>\n{body}</svg>\n",
        escape(&plot.title)
    )
}

/// The style of all pictures.
pub(super) const STYLE: &str = include_str!("plot.css");

/// A plot in a page.
pub(super) fn figure(plot: &Plot) -> String {
    let pictures = pictures(plot);
    let body: String = pictures
        .iter()
        .map(|picture| {
            format!(
                "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{}\">{}</svg>\n",
                picture.height,
                escape(&plot.title),
                picture.body
            )
        })
        .collect();
    let many = if pictures.len() > 1 { " many" } else { "" };
    format!(
        "<figure class=\"drawing{many}\"><figcaption><a href=\"{}.svg\">{}</a></figcaption>\n<div>{body}</div></figure>\n",
        escape(&plot.name),
        escape(&plot.title)
    )
}

fn pictures(plot: &Plot) -> Vec<Picture> {
    match &plot.drawing {
        Drawing::Curves { x, y, series } if series.len() <= CURVES => vec![curves(x, y, series)],
        Drawing::Curves { x, y, series } => panels(x, y, series),
        Drawing::Bars { x, bars } => vec![self::bars(x, bars)],
        Drawing::Scatter { x, y, marks } => vec![scatter(x, y, marks)],
    }
}

/// The frame of a picture: where things stand.
struct Frame {
    x: Ruler,
    y: Ruler,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    fn new((x, y): (&Axis, &Axis), points: &[Point], right: f64, (top, bottom): (f64, f64)) -> Frame {
        let left = 48.0;
        let heights = points.iter().flat_map(|point| [point.low, point.middle, point.high]);
        Frame {
            x: Ruler::new(x, points.iter().map(|point| point.x), (left, right)),
            y: Ruler::new(y, heights, (bottom, top)),
            left,
            right,
            top,
            bottom,
        }
    }

    /// Lines, numbers and names of the axes.
    fn axes(&self, x: &Axis, y: &Axis) -> String {
        let mut out = String::new();
        for tick in self.y.ticks() {
            let at = self.y.place(tick);
            let _ = write!(out, "<path class=\"rule\" d=\"M{:.1} {at:.1}H{:.1}\"/>", self.left, self.right);
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{}</text>",
                self.left - 5.0,
                at + 4.0,
                short(tick)
            );
        }
        for tick in self.x.ticks() {
            let at = self.x.place(tick);
            let _ = writeln!(
                out,
                "<text x=\"{at:.1}\" y=\"{:.1}\" class=\"middle\">{}</text>",
                self.bottom + 15.0,
                short(tick)
            );
        }
        let middle = (self.left + self.right) / 2.0;
        let _ = writeln!(
            out,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" class=\"middle name\">{}</text>",
            self.bottom + 31.0,
            escape(&x.label)
        );
        let _ = writeln!(out, "<text x=\"4\" y=\"{:.1}\" class=\"name\">{}</text>", self.top - 8.0, escape(&y.label));
        out
    }

    /// The line through the medians.
    fn line(&self, series: &Series, class: &str) -> String {
        let mut path = String::new();
        for (index, point) in series.points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.x.place(point.x), self.y.place(point.middle));
        }
        format!("<path class=\"line {class}\" d=\"{path}\"><title>{}</title></path>\n", escape(&series.name))
    }

    /// The band between the quartiles; nothing where there is no spread.
    fn band(&self, series: &Series, class: &str) -> String {
        if series.points.iter().all(|point| point.low == point.high) {
            return String::new();
        }
        let there = series.points.iter().map(|point| (point.x, point.high));
        let back = series.points.iter().rev().map(|point| (point.x, point.low));
        let corners: Vec<String> =
            there.chain(back).map(|(x, y)| format!("{:.1} {:.1}", self.x.place(x), self.y.place(y))).collect();
        format!("<path class=\"band {class}\" d=\"M{}Z\"/>\n", corners.join("L"))
    }

    /// Dots where there are few points.
    fn dots(&self, series: &Series, class: &str) -> String {
        if series.points.len() > 12 {
            return String::new();
        }
        let dot = |point: &Point| {
            let (x, y) = (self.x.place(point.x), self.y.place(point.middle));
            let text = format!("{}: {} at {}", series.name, short(point.middle), short(point.x));
            format!(
                "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{}</title></circle>\n",
                escape(&text)
            )
        };
        series.points.iter().map(dot).collect()
    }
}

fn points_of(series: &[Series]) -> Vec<Point> {
    series.iter().flat_map(|series| series.points.iter().copied()).collect()
}

/// All curves in one picture, each named at its end.
fn curves(x: &Axis, y: &Axis, series: &[Series]) -> Picture {
    let longest = series.iter().map(|one| one.name.chars().count()).max().unwrap_or(0) as f64;
    let right = WIDTH - (longest * 6.4 + 12.0).clamp(40.0, 160.0);
    let frame = Frame::new((x, y), &points_of(series), right, (30.0, HEIGHT - 40.0));
    let mut body = frame.axes(x, y);
    for (index, one) in series.iter().enumerate() {
        let class = format!("s{index}");
        body += &(frame.band(one, &class) + &frame.line(one, &class) + &frame.dots(one, &class));
    }
    let ends = series.iter().map(|one| one.points.last().map_or(frame.bottom, |point| frame.y.place(point.middle)));
    for ((index, one), at) in series.iter().enumerate().zip(apart(&ends.collect::<Vec<_>>(), 13.0)) {
        let _ = writeln!(
            body,
            "<text class=\"s{index} label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            frame.right + 6.0,
            at + 4.0,
            escape(&one.name)
        );
    }
    Picture { height: HEIGHT, body }
}

/// Heights moved down just as far as needed to keep a distance.
fn apart(heights: &[f64], distance: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut moved = heights.to_vec();
    for pair in 1..order.len() {
        let least = moved[order[pair - 1]] + distance;
        moved[order[pair]] = moved[order[pair]].max(least);
    }
    moved
}

/// A picture for each curve, with the others in grey behind it.
fn panels(x: &Axis, y: &Axis, series: &[Series]) -> Vec<Picture> {
    let frame = Frame::new((x, y), &points_of(series), WIDTH - 14.0, (42.0, PANEL - 36.0));
    let others: String = series.iter().map(|one| frame.line(one, "other")).collect();
    let panel = |one: &Series| {
        let title = format!("<text class=\"panel\" x=\"4\" y=\"15\">{}</text>", escape(&one.name));
        let body = frame.axes(x, y)
            + &title
            + &others
            + &frame.band(one, "s0")
            + &frame.line(one, "s0")
            + &frame.dots(one, "s0");
        Picture { height: PANEL, body }
    };
    series.iter().map(panel).collect()
}

/// Bars with names on the left and numbers at their ends.
fn bars(x: &Axis, bars: &[Mark]) -> Picture {
    let longest = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0) as f64;
    let left = (longest * 6.4 + 12.0).clamp(60.0, 190.0);
    let values = bars.iter().filter_map(|bar| bar.point).flat_map(|point| [0.0, point.middle, point.high]);
    let ruler = Ruler::new(x, values, (left, WIDTH - 48.0));
    let (top, bottom) = (8.0, 8.0 + bars.len() as f64 * BAR);
    let mut body = String::new();
    for tick in ruler.ticks() {
        let at = ruler.place(tick);
        let _ = write!(body, "<path class=\"rule\" d=\"M{at:.1} {top}V{bottom:.1}\"/>");
        let _ =
            writeln!(body, "<text x=\"{at:.1}\" y=\"{:.1}\" class=\"middle\">{}</text>", bottom + 15.0, short(tick));
    }
    for (index, bar) in bars.iter().enumerate() {
        body += &self::bar(bar, &ruler, left, top + index as f64 * BAR);
    }
    let middle = (left + WIDTH - 48.0) / 2.0;
    let _ = writeln!(
        body,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" class=\"middle name\">{}</text>",
        bottom + 31.0,
        escape(&x.label)
    );
    Picture { height: bottom + 40.0, body }
}

fn bar(bar: &Mark, ruler: &Ruler, left: f64, top: f64) -> String {
    let middle = top + BAR / 2.0;
    let mut out = format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" class=\"end label\">{}</text>",
        left - 6.0,
        middle + 4.0,
        escape(&bar.name)
    );
    let Some(point) = bar.point else {
        return out + &format!("<text x=\"{:.1}\" y=\"{:.1}\">not reached</text>\n", left + 4.0, middle + 4.0);
    };
    let [low, end, high] = [point.low, point.middle, point.high].map(|value| ruler.place(value));
    let _ = write!(
        out,
        "<rect class=\"bar s{}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\"/>",
        usize::from(bar.group) % CURVES,
        top + 3.0,
        (end - left).max(1.0),
        BAR - 6.0
    );
    if point.low < point.high {
        let _ = write!(
            out,
            "<path class=\"whisker\" d=\"M{low:.1} {middle:.1}H{high:.1}M{low:.1} {a:.1}V{b:.1}M{high:.1} {a:.1}V{b:.1}\"/>",
            a = middle - 3.0,
            b = middle + 3.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        high.max(end) + 5.0,
        middle + 4.0,
        short(point.middle)
    );
    out
}

/// Points with their names beside them, where they hide no other.
fn scatter(x: &Axis, y: &Axis, marks: &[Mark]) -> Picture {
    let placed: Vec<(&Mark, Point)> = marks.iter().filter_map(|mark| Some((mark, mark.point?))).collect();
    let mut points: Vec<Point> = placed.iter().map(|(_, point)| *point).collect();
    // Where nothing is gained is always in sight.
    points.push(Point::at(1.0, 1.0));
    let frame = Frame::new((x, y), &points, WIDTH - 20.0, (30.0, HEIGHT - 40.0));
    let mut body = frame.axes(x, y);
    let level = frame.y.place(1.0);
    let _ = writeln!(body, "<path class=\"level\" d=\"M{:.1} {level:.1}H{:.1}\"/>", frame.left, frame.right);
    let dots: Vec<(f64, f64)> =
        placed.iter().map(|(_, point)| (frame.x.place(point.x), frame.y.place(point.middle))).collect();
    let mut taken: Vec<[f64; 4]> = dots.iter().map(|(x, y)| [x - 4.0, y - 4.0, x + 4.0, y + 4.0]).collect();
    for ((mark, point), (x, y)) in placed.iter().zip(&dots) {
        let text = format!("{}: {} and {}", mark.name, short(point.x), short(point.middle));
        let _ = write!(
            body,
            "<circle class=\"dot s0\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{}</title></circle>",
            escape(&text)
        );
        let spot = spot((*x, *y), mark.name.chars().count() as f64 * 6.6, &taken, frame.right);
        let _ = writeln!(
            body,
            "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            spot[0],
            spot[3] - 3.0,
            escape(&mark.name)
        );
        taken.push(spot);
    }
    Picture { height: HEIGHT, body }
}

/// A place for a name of this width beside a point: the first that meets nothing, else on the right.
fn spot((x, y): (f64, f64), width: f64, taken: &[[f64; 4]], right: f64) -> [f64; 4] {
    let at = |left: f64, top: f64| [left, top, left + width, top + 13.0];
    let middle = x - width / 2.0;
    let places = [
        at(x + 7.0, y - 7.0),
        at(x - 7.0 - width, y - 7.0),
        at(middle, y - 19.0),
        at(middle, y + 6.0),
        at(x + 7.0, y - 19.0),
        at(x + 7.0, y + 6.0),
    ];
    let meets = |a: &[f64; 4], b: &[f64; 4]| a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
    let is_free = |place: &&[f64; 4]| {
        place[0] > 48.0 && place[2] < right + 16.0 && !taken.iter().any(|other| meets(place, other))
    };
    *places.iter().find(is_free).unwrap_or(&places[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(n: usize) -> Vec<Series> {
        let point =
            |x: usize, k: usize| Point { x: x as f64, low: k as f64, middle: (k + x) as f64, high: (k + 2 * x) as f64 };
        (0..n).map(|k| Series { name: format!("<{k}>"), points: (1..5).map(|x| point(x, k)).collect() }).collect()
    }

    fn plot(drawing: Drawing) -> Plot {
        Plot { name: "p".into(), title: "a & b".into(), drawing }
    }

    #[test]
    fn every_kind_is_drawn_whole_and_escaped() {
        let (x, y) = (Axis::linear("runs"), Axis::log("cost"));
        let mark = |name: &str, point| Mark { name: name.into(), group: 1, point };
        let marks =
            vec![mark("a<", Some(Point::at(2.0, 30.0))), mark("b", Some(Point::at(2.0, 30.0))), mark("c", None)];
        let drawings = [
            Drawing::Curves { x: x.clone(), y: y.clone(), series: series(3) },
            Drawing::Curves { x: x.clone(), y: y.clone(), series: series(9) },
            Drawing::Curves { x: x.clone(), y: y.clone(), series: Vec::new() },
            Drawing::Bars { x: x.clone(), bars: marks.clone() },
            Drawing::Scatter { x, y, marks },
        ];
        for drawing in drawings {
            let text = svg(&plot(drawing.clone()));
            assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
            assert!(text.contains("a &amp; b") && !text.contains("<0>") && !text.contains("a<<"), "{text}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            assert!(figure(&plot(drawing)).contains("href=\"p.svg\""));
        }
    }

    #[test]
    fn many_curves_get_a_picture_each() {
        let drawing = |n| Drawing::Curves { x: Axis::linear("x"), y: Axis::linear("y"), series: series(n) };
        assert_eq!([6, 7].map(|n| pictures(&plot(drawing(n))).len()), [1, 7]);
    }

    #[test]
    fn what_was_not_reached_is_said() {
        let drawing =
            Drawing::Bars { x: Axis::linear("runs"), bars: vec![Mark { name: "dfs".into(), group: 0, point: None }] };
        assert!(svg(&plot(drawing)).contains("not reached"));
    }

    #[test]
    fn names_keep_their_distance() {
        assert_eq!(apart(&[10.0, 11.0, 40.0, 12.0], 5.0), [10.0, 15.0, 40.0, 20.0]);
    }
}
