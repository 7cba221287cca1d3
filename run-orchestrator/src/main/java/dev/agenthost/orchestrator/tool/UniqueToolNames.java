package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.id.UuidV5;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Names that every provider of models takes for a function ({@code ^[A-Za-z0-9_-]{1,64}$}). The tool {@code server/tool} is
 * {@code server__tool}; what does not fit is spelled with {@code _}, cut, and told from its like by a digest of the id. A server's id
 * never holds two underscores, so no two ids have one name.
 */
public final class UniqueToolNames {
    public static final int LONGEST = 64;
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9_-]");
    private static final UUID SPACE = UUID.fromString("7d6f3c0e-1a53-5b0e-9d40-1c8f2a6b7e11");
    private static final int DIGEST = 8;

    private UniqueToolNames() {}

    public static String of(String serverId, String tool) {
        String plain = serverId + "__" + tool;
        if (SAFE.matcher(plain).matches()) {
            return plain;
        }
        String spelled = UNSAFE.matcher(plain).replaceAll("_");
        String digest = UuidV5.of(SPACE, serverId + "/" + tool)
                .toString()
                .replace("-", "")
                .substring(0, DIGEST);
        int most = LONGEST - DIGEST - 1;
        return (spelled.length() > most ? spelled.substring(0, most) : spelled) + "_" + digest;
    }
}
