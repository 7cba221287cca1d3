package dev.agenthost.runners.actiongraph;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the lines that graphs write to the log. */
final class GraphLogLines extends Handler {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** The lines of one piece of work, each as {@code LEVEL text}. */
    static List<String> during(Callable<?> work) throws Exception {
        Logger logger = Logger.getLogger("dev.agenthost.runners.actiongraph.turn.GraphLog");
        GraphLogLines handler = new GraphLogLines();
        logger.addHandler(handler);
        try {
            work.call();
        } finally {
            logger.removeHandler(handler);
        }
        return handler.lines;
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getLevel() + " " + MessageFormat.format(line.getMessage(), line.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
