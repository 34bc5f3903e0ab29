//! Writes what an exporter made, and tells the time as files want it.

use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_corpus::Artifact;
use symcrete_corpus::whole;

/// Writes all files below a folder. Without `replace` none that is there with another content, which somebody may have edited.
pub(super) fn all(folder: &Path, files: &[Artifact], replace: bool) -> Result<(), Failure> {
    let is_other = |file: &&Artifact| std::fs::read(folder.join(&file.path)).is_ok_and(|bytes| bytes != file.bytes);
    if let (false, Some(file)) = (replace, files.iter().find(is_other)) {
        let text = "already exists with another content: choose another folder with -o, or replace it with --force";
        return Err(Failure::usage(format!("{} {text}", folder.join(&file.path).display())));
    }
    for file in files {
        let path = folder.join(&file.path);
        let fail = |why: std::io::Error| Failure::file(&path, why);
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(fail)?;
        whole(&path, &file.bytes).map_err(fail)?;
    }
    Ok(())
}

/// Seconds since 1970 as `2026-01-31T12:00:00Z`, by the calendar's rule (Hinnant, "chrono-compatible low-level date
/// algorithms": years begin in March, so that the leap day is the last).
pub(super) fn utc(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn the_calendar() {
        // From `date -u -d @N +%FT%TZ`.
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(utc(951_868_799), "2000-02-29T23:59:59Z");
        assert_eq!(utc(1_794_719_284), "2026-11-15T05:08:04Z");
    }
}
