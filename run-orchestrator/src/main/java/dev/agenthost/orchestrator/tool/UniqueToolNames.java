package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.id.UuidV5;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Computes tool names that every model provider accepts as function names ({@code ^[A-Za-z0-9_-]{1,64}$}). The tool {@code server/tool} is
 * {@code server__tool}; other characters become {@code _}, and a long name is truncated; such a name ends with a digest of the id. The
 * id of a server never contains two underscores, so names are unique.
 */
public final class UniqueToolNames {
    public static final int LONGEST = 64;
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9_-]");
    private static final UUID SPACE = UUID.fromString("7d6f3c0e-1a53-5b0e-9d40-1c8f2a6b7e11");
    private static final int DIGEST = 8;

    private UniqueToolNames() {}

    public static String of(String serverId, String tool) {
        String name = serverId + "__" + tool;
        if (SAFE.matcher(name).matches()) {
            return name;
        }
        String escaped = UNSAFE.matcher(name).replaceAll("_");
        String digest = UuidV5.of(SPACE, serverId + "/" + tool)
                .toString()
                .replace("-", "")
                .substring(0, DIGEST);
        int most = LONGEST - DIGEST - 1;
        return (escaped.length() > most ? escaped.substring(0, most) : escaped) + "_" + digest;
    }
}
