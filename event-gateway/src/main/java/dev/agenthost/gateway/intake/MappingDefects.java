package dev.agenthost.gateway.intake;

import java.time.DateTimeException;

/** Payloads of platforms that make a mapping fail: they are dead letters, so that the platform does not repeat them for ever. */
public final class MappingDefects {
    private MappingDefects() {}

    /** Returns the result of the mapping, or of the recovery after a failure that only the content of a payload can cause. */
    public static <T> T recover(Mapping<T> mapping, Recovery<T> recovery) throws InterruptedException {
        try {
            return mapping.run();
        } catch (IllegalArgumentException
                | NullPointerException
                | ClassCastException
                | IndexOutOfBoundsException
                | ArithmeticException
                | DateTimeException defect) {
            return recovery.after(defect);
        }
    }

    /** Maps a payload, and takes in what it means. Blocks. */
    @FunctionalInterface
    public interface Mapping<T> {
        T run() throws InterruptedException;
    }

    /** Dead-letters a payload. Blocks. */
    @FunctionalInterface
    public interface Recovery<T> {
        T after(RuntimeException defect) throws InterruptedException;
    }
}
