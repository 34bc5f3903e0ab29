package symcrete.rt;

/** Every class of models. */
public final class AllModels {
    public static final Class<?>[] CLASSES = {
        StringModels.class, BuilderModels.class, IntegerModels.class, BoxModels.class, CharacterModels.class, MathModels.class,
        ArrayModels.class, ObjectModels.class, FloatModels.class, SequenceModels.class, LongModels.class,
        FloorModels.class, TextModels.class, BitModels.class, ExactModels.class, NumberModels.class, RegexModels.class, PatternModels.class,
        MatcherModels.class, ComparatorModels.class, FunctionModels.class, CollectorModels.class, StreamModels.class, OptionalModels.class,
        NumberStreamModels.class,
    };

    private AllModels() {}
}
