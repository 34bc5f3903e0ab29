package cases

/** What Kotlin compiles to: data classes, `when`, sealed classes, null safety, default arguments, ranges. */
object Kotlin {
    data class Point(val x: Int, val y: Int)

    sealed class Shape {
        class Circle(val radius: Int) : Shape()
        class Square(val side: Int) : Shape()
    }

    //~ covered: 8 of 8
    //~ finding: IllegalArgumentException
    @JvmStatic
    fun point(p: Point): Int = when {
        p == Point(3, 4) -> 1
        p.x in 10..20 -> 2
        p.copy(x = 0).y == 99 -> 3
        else -> 4
    }

    // That it is no other shape, the compiler asks too.
    //~ covered: 7 of 8
    //~ finding: IllegalArgumentException
    @JvmStatic
    fun area(s: Shape): Int = when (s) {
        is Shape.Circle -> if (s.radius == 7) 1 else 2
        is Shape.Square -> if (s.side > 100) 3 else 4
    }

    //~ covered: 6 of 6
    //~ complete
    @JvmStatic
    fun safe(s: String?): Int {
        val n = s?.length ?: return -1
        if (n == 3 && s[0] == 'k') return n
        return 0
    }

    //~ covered: 7 of 7
    //~ finding: IllegalArgumentException
    @JvmStatic
    fun word(s: String): Int = when (s) {
        "on" -> 1
        "off" -> 2
        else -> 3
    }

    private fun scaled(x: Int, by: Int = 3): Int = x * by

    //~ covered: 4 of 4
    //~ complete
    @JvmStatic
    fun scale(x: Int): Int {
        if (scaled(x) == 300) return 1
        return if (scaled(x, 7) == 700_007) 2 else 3
    }
}
