//! Coverage as it grew, as a picture: a step curve in SVG whose colours the style sheet gives.

use crate::markup::{escape, grouped};
use std::fmt::Write;

/// Size of the picture's own coordinates; the page scales it.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
/// Room for the axes.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;

/// The curve of points `(x, covered)`, up to `total` branches. `unit` is written below the axis.
pub(crate) fn picture(points: &[(f64, u64)], total: u64, label: &str, unit: &str) -> String {
    let most = points.last().map_or(0.0, |point| point.0).max(1e-9);
    let ceiling = total.max(points.last().map_or(0, |point| point.1)).max(1) as f64;
    let x = |value: f64| LEFT + value / most * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - value / ceiling * (HEIGHT - TOP - BOTTOM);
    let mut out =
        format!("<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n", escape(label));
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let at = y(ceiling * share);
        let _ =
            write!(out, "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>", WIDTH - RIGHT);
        let number = grouped((ceiling * share).round() as u64);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>", LEFT - 6.0, at + 4.0);
    }
    for share in [0.0, 0.5, 1.0] {
        let anchor = if share == 1.0 {
            "end"
        } else if share == 0.0 {
            "start"
        } else {
            "middle"
        };
        let number = axis(most * share);
        let at = x(most * share);
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{number}</text>",
            HEIGHT - BOTTOM + 16.0
        );
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    let _ = writeln!(out, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>", HEIGHT - 6.0, escape(unit));
    let line = steps(points, most, &x, &y);
    let floor = y(0.0);
    let _ = writeln!(out, "<path class=\"area\" d=\"M{:.1} {floor:.1} {line} V{floor:.1} Z\"/>", x(0.0));
    let _ = writeln!(out, "<path class=\"curve\" d=\"M{:.1} {floor:.1} {line}\"/>", x(0.0));
    let _ = writeln!(out, "</svg><figcaption>{}</figcaption></figure>", escape(label));
    out
}

fn steps(points: &[(f64, u64)], most: f64, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) -> String {
    let mut line = String::new();
    for &(at, covered) in points {
        let _ = write!(line, "H{:.1} V{:.1} ", x(at), y(covered as f64));
    }
    let _ = write!(line, "H{:.1}", x(most));
    line
}

fn axis(value: f64) -> String {
    match value {
        v if v >= 1000.0 || v == v.round() => grouped(v.round() as u64),
        v if v >= 10.0 => format!("{v:.0}"),
        v if v >= 0.1 => format!("{v:.1}"),
        v => format!("{v:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_begins_at_zero_and_reaches_the_end() {
        let text = picture(&[(1.0, 2), (4.0, 4)], 4, "covered", "runs");
        assert!(text.contains("M52.0 220.0 H195.0 V117.0 H624.0 V14.0 H624.0"), "{text}");
        assert!(picture(&[], 0, "nothing", "runs").contains("</svg>"), "no points are no trouble");
    }
}
