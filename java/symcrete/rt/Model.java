package symcrete.rt;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * Marks a class that holds models of methods of these classes. A model has the method's name; its parameters are the receiver, if there is
 * one, the arguments, a shadow for each of these, and the place. It does what the method does, and leaves the result's shadow in {@link Rt#ret}.
 */
@Retention(RetentionPolicy.RUNTIME)
public @interface Model {
    Class<?>[] value();

    /** Does a model run even if nothing of the call is symbolic yet? What it makes may be asked later. */
    boolean isAlways() default false;
}
