package dev.agenthost.walk.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of Host API calls, parsed from run-orchestrator's source, whose classes are not on this class path. */
final class HostActionTable {
    private static final Path TABLE =
            Path.of("../../run-orchestrator/src/main/java/dev/agenthost/orchestrator/hostapi/dispatch/HostAction.java");
    private static final Pattern ROW = Pattern.compile("^ {4}[A-Z_]+\\(\"([a-z_]+)\", Kind\\.", Pattern.MULTILINE);

    private HostActionTable() {}

    static Set<String> all() throws IOException {
        Set<String> actions = new TreeSet<>();
        Matcher row = ROW.matcher(Files.readString(TABLE));
        while (row.find()) {
            actions.add(row.group(1));
        }
        return actions;
    }
}
