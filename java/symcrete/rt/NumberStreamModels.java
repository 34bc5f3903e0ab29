package symcrete.rt;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Where streams of numbers begin. */
@Model({IntStream.class, java.util.Arrays.class, String.class})
public final class NumberStreamModels {
    private NumberStreamModels() {}

    /** A stream over an array. */
    public static IntStream stream(int[] array, int sa, int place) {
        if (!Rt.isAside(place)) Refs.use(array, sa, place);
        Arrs.Shadow shadow = array == null || Rt.isAside(place) ? null : Arrs.of(array);
        if (shadow == null) return java.util.Arrays.stream(array);
        Arrs.decideLength(array, place);
        // The library, too, looks at an element when the stream comes to it.
        return IntPipe.of(IntStream.range(0, array.length).mapToObj(k -> Asking.box(array[k], Rt.isFollowed() ? Ints.checked(Arrs.cell(Arrs.of(array), k), array[k], place) : 0)), place);
    }

    public static IntStream of(int[] array, int sa, int place) {
        return stream(array, sa, place);
    }

    public static IntStream chars(String s, int ss, int place) {
        Texts.Text text = Rt.isAside(place) ? null : Texts.of(s, ss);
        if (text == null) return s.chars();
        Texts.decideLength(text, s, place);
        List<Integer> all = new ArrayList<>();
        for (int k = 0; k < s.length(); k++) all.add(Asking.box(s.charAt(k), Texts.at(text, s, k, place)));
        return IntPipe.of(all.stream(), place);
    }
}
