package dev.agenthost.runners.acpagent.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads an agent's standard error. Until the agent has data of the run, shortened lines are logged; after that they may contain a
 * person's text, and only the bytes are counted.
 */
final class StderrDrain {
    private static final System.Logger LOG = System.getLogger(StderrDrain.class.getName());
    private static final int LONGEST_LINE = 300;
    private static final int MOST_LINES = 30;

    private final String name;
    private final SecretEnvironment secrets;
    private volatile boolean mayBePersonal;
    private volatile long bytes;
    private int logged;

    StderrDrain(String name, InputStream from, SecretEnvironment secrets) {
        this.name = name;
        this.secrets = secrets;
        Thread.ofPlatform().daemon().name(name + "-stderr").start(() -> read(from));
    }

    void fromNowOnPersonal() {
        mayBePersonal = true;
    }

    long bytes() {
        return bytes;
    }

    private void read(InputStream from) {
        try (from) {
            byte[] line = new byte[LONGEST_LINE];
            int length = 0;
            long read = 0;
            for (int next = from.read(); next >= 0; next = from.read()) {
                bytes = ++read;
                if (next == '\n') {
                    log(new String(line, 0, length, StandardCharsets.UTF_8));
                    length = 0;
                } else if (length < line.length) {
                    line[length++] = (byte) next;
                }
            }
            log(new String(line, 0, length, StandardCharsets.UTF_8));
        } catch (IOException gone) {
            // The process has ended.
        }
    }

    private void log(String line) {
        if (!mayBePersonal && !line.isBlank() && logged++ < MOST_LINES) {
            LOG.log(System.Logger.Level.INFO, "{0}: {1}", name, secrets.without(line.replaceAll("\\p{Cntrl}", " ")));
        }
    }
}
