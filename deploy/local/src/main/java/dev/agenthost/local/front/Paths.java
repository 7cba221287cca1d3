package dev.agenthost.local.front;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Request paths as a service may read them: decoded, without empty and dot segments and without matrix parameters. A path that a
 * service could read as an internal one must not be routed as another.
 */
final class Paths {
    private static final int HEX = 16;

    private Paths() {}

    static List<String> canonical(String raw) {
        var path = new ArrayList<String>();
        for (var segment : segments(decoded(raw).replace('\\', '/'))) {
            var bare = segment.split(";", 2)[0];
            if (bare.equals("..")) {
                if (!path.isEmpty()) {
                    path.removeLast();
                }
            } else if (!bare.isEmpty() && !bare.equals(".")) {
                path.add(bare);
            }
        }
        return path;
    }

    static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    static boolean startsWith(List<String> path, List<String> pattern) {
        if (path.size() < pattern.size()) {
            return false;
        }
        for (int i = 0; i < pattern.size(); i++) {
            if (!pattern.get(i).equals("*") && !pattern.get(i).equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Percent-decoded; a broken escape stays as it is. */
    private static String decoded(String raw) {
        var bytes = raw.getBytes(StandardCharsets.UTF_8);
        var out = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '%' && i + 2 < bytes.length) {
                int high = Character.digit(bytes[i + 1], HEX);
                int low = Character.digit(bytes[i + 2], HEX);
                if (high >= 0 && low >= 0) {
                    out[length++] = (byte) (high * HEX + low);
                    i += 2;
                    continue;
                }
            }
            out[length++] = bytes[i];
        }
        return new String(out, 0, length, StandardCharsets.UTF_8);
    }
}
