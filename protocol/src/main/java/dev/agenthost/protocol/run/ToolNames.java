package dev.agenthost.protocol.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of tools in policies and configurations, in which {@code server/*} stands for all tools of that server. */
public final class ToolNames {
    private static final String ALL = "/*";

    private ToolNames() {}

    /** Returns true if the name is a tool, or all tools of one server; a star is invalid anywhere else. */
    public static boolean isTool(String name) {
        int star = name.indexOf('*');
        int slash = name.indexOf('/');
        return star < 0 ? slash != 0 : slash > 0 && slash == star - 1 && star == name.length() - 1;
    }

    /** Returns the names that both lists cover; all of the first if the second is null. */
    public static List<String> both(List<String> granted, @Nullable List<String> names) {
        if (names == null) {
            return granted;
        }
        Set<String> both = new LinkedHashSet<>();
        for (String name : granted) {
            if (covers(names, name)) {
                both.add(name);
            } else if (name.endsWith(ALL)) {
                names.stream().filter(narrower -> isOf(name, narrower)).forEach(both::add);
            }
        }
        return new ArrayList<>(both);
    }

    private static boolean covers(List<String> names, String name) {
        return names.contains(name) || names.stream().anyMatch(wider -> isOf(wider, name));
    }

    /** Returns true if the tool belongs to the server that {@code wider} stands for. */
    private static boolean isOf(String wider, String name) {
        return wider.endsWith(ALL) && name.startsWith(wider.substring(0, wider.length() - 1));
    }
}
