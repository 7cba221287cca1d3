package dev.agenthost.orchestrator;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** The lines that a class writes to the log while this is open. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    public LogLines(Class<?> writer) {
        logger = Logger.getLogger(writer.getName());
        logger.addHandler(this);
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    /** Those with this word. */
    public List<String> with(Object word) {
        return lines.stream().filter(line -> line.contains(word.toString())).toList();
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(
                line instanceof ExtLogRecord extended
                        ? extended.getFormattedMessage()
                        : MessageFormat.format(line.getMessage(), line.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
