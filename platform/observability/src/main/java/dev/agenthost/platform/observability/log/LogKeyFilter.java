package dev.agenthost.platform.observability.log;

import dev.agenthost.platform.observability.LogKey;
import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.logmanager.ExtLogRecord;

/**
 * Copies the ids of log lines, {@code key=value}, into fields of their own ({@code mdc} in JSON) if their key is fixed. So one line serves
 * readers and machines. Passes every line.
 */
@LoggingFilter(name = "fixed-keys")
public final class LogKeyFilter implements Filter {
    private static final String OURS = "dev.agenthost.";
    private static final Pattern PAIR = Pattern.compile("\\b([a-z][A-Za-z]{3,20})=([^\\s,;()]{1,200})");

    @Override
    public boolean isLoggable(LogRecord line) {
        if (line instanceof ExtLogRecord ours
                && ours.getLoggerName() != null
                && ours.getLoggerName().startsWith(OURS)) {
            Matcher pairs = PAIR.matcher(ours.getFormattedMessage());
            while (pairs.find()) {
                if (LogKey.isOne(pairs.group(1))) {
                    ours.putMdc(pairs.group(1), pairs.group(2));
                }
            }
        }
        return true;
    }
}
