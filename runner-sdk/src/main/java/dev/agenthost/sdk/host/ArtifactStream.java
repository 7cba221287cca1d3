package dev.agenthost.sdk.host;

import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import java.io.InputStream;
import java.util.Base64;
import java.util.Objects;

/** An artifact's bytes, read in chunks from the host. */
final class ArtifactStream extends InputStream {
    private static final int AT_ONCE = 1024 * 1024;

    private final Artifacts artifacts;
    private final String artifactId;
    private byte[] answered = new byte[0];
    private int next;
    private long read;
    private boolean more = true;

    ArtifactStream(Artifacts artifacts, String artifactId) {
        this.artifacts = artifacts;
        this.artifactId = artifactId;
    }

    @Override
    public int read() {
        return has() ? answered[next++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!has()) {
            return -1;
        }
        int some = Math.min(length, answered.length - next);
        System.arraycopy(answered, next, into, offset, some);
        next += some;
        return some;
    }

    private boolean has() {
        while (next == answered.length && more) {
            ArtifactReadResult answer = artifacts.read(artifactId, read, AT_ONCE);
            String content = answer.contentBase64();
            answered = Base64.getDecoder().decode(content == null ? "" : content);
            next = 0;
            read += answered.length;
            // An empty chunk would be repeated forever.
            more = answer.hasMore() && answered.length > 0;
        }
        return next < answered.length;
    }
}
