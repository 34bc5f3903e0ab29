package shop;

/** Adds up orders such as "3*12 4*7": number and price of each, and a discount for large ones. */
public final class Orders {
    private Orders() {}

    /** The total of an order, in cents. */
    public static int total(String order, int discount) {
        if (order == null || order.isEmpty()) return 0;
        int total = 0;
        int number = 0;
        int price = 0;
        boolean isPrice = false;
        for (int i = 0; i < order.length(); i++) {
            char c = order.charAt(i);
            if (c >= '0' && c <= '9') {
                if (isPrice) price = 10 * price + (c - '0');
                else number = 10 * number + (c - '0');
            } else if (c == '*' && !isPrice) {
                isPrice = true;
            } else if (c == ' ') {
                total += number * price;
                number = 0;
                price = 0;
                isPrice = false;
            } else {
                throw new IllegalArgumentException("not an order: " + order);
            }
        }
        total += number * price;
        // The bug: a discount of 100 is everything, and one above is more.
        return total > 100 ? total - total / (100 - discount) : total;
    }
}
