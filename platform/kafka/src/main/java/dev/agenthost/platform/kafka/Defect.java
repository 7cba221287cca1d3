package dev.agenthost.platform.kafka;

import io.smallrye.mutiny.Uni;
import java.time.DateTimeException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Distinguishes exceptions of faulty code from outages. {@link IllegalStateException} is no defect: clients throw it when their pool is
 * closed, and a stop must not dead-letter any record.
 */
public final class Defect {
    /** Tries after which a defect is due to the record, and not to an outage that a library reports badly. */
    private static final int TRIES = 5;

    private static final List<Class<? extends Throwable>> KINDS = List.of(
            ArithmeticException.class,
            ArrayStoreException.class,
            ClassCastException.class,
            DateTimeException.class,
            IllegalArgumentException.class,
            IndexOutOfBoundsException.class,
            NegativeArraySizeException.class,
            NoSuchElementException.class,
            NullPointerException.class,
            StackOverflowError.class,
            UnsupportedOperationException.class);

    private Defect() {}

    /**
     * Returns the work with its defects as {@link DefectException}: at once if it concerns several records, which can be bisected; of a
     * single record only after repeated tries.
     */
    public static <T> Supplier<Uni<T>> guard(int records, Supplier<Uni<T>> work) {
        AtomicInteger tries = new AtomicInteger(records > 1 ? TRIES : 0);
        return () -> Uni.createFrom()
                .deferred(() -> work.get())
                .onFailure(Defect::is)
                .transform(failure ->
                        tries.incrementAndGet() >= TRIES ? new DefectException(describe(failure), failure) : failure);
    }

    static boolean is(Throwable failure) {
        return KINDS.stream().anyMatch(kind -> kind.isInstance(failure));
    }

    /** Returns the type and the place of a defect; its message may hold content of the record. */
    public static String describe(Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        String type = failure.getClass().getSimpleName();
        return trace.length == 0
                ? type
                : type + " at " + trace[0].getClassName() + "." + trace[0].getMethodName() + ":"
                        + trace[0].getLineNumber();
    }
}
