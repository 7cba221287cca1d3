package dev.agenthost.testkit.process;

import java.io.IOException;
import java.util.stream.Stream;

/** Signals that the JDK does not send. Standing still and going on reach all that a process started. */
public final class Signals {
    private Signals() {}

    /** Pauses a process and its descendants. */
    public static void pause(ProcessHandle process) {
        family(process).forEach(one -> send("-STOP", one));
    }

    /** Resumes a paused process and its descendants. */
    public static void wake(ProcessHandle process) {
        family(process).forEach(one -> send("-CONT", one));
    }

    /** Sends SIGINT, by which PostgreSQL ends without waiting for its clients. */
    public static void interrupt(ProcessHandle process) {
        send("-INT", process);
    }

    private static Stream<ProcessHandle> family(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants());
    }

    private static void send(String signal, ProcessHandle process) {
        try {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("cannot signal process " + process.pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
