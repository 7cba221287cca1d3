package dev.agenthost.context.artifact.http;

import dev.agenthost.context.artifact.DownloadLinks;
import dev.agenthost.context.audit.AuditRecorder;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * Records downloads by link in the audit: the first by each link and source address, because pages request pictures repeatedly, and
 * clients request large artifacts in ranges.
 */
@ApplicationScoped
class LinkReads {
    /** Most reads that are remembered. A read that is no longer remembered is recorded again. */
    private static final int MOST = 4096;

    private record Read(DownloadLinks.Opens link, String address) {}

    private final AuditRecorder changes;
    private final SequencedSet<Read> recorded = new LinkedHashSet<>();

    LinkReads(AuditRecorder changes) {
        this.changes = changes;
    }

    Uni<Void> record(DownloadLinks.Opens link, String address) {
        Read read = new Read(link, address);
        return isFirst(read)
                ? changes.read(
                                link.workspaceId(),
                                null,
                                "artifact_link.read",
                                "artifact/" + link.artifactId(),
                                "by a link good until " + link.expiresAt() + ", from " + address)
                        .onFailure()
                        .invoke(why -> forget(read))
                : Uni.createFrom().voidItem();
    }

    private synchronized void forget(Read read) {
        recorded.remove(read);
    }

    private synchronized boolean isFirst(Read read) {
        if (!recorded.add(read)) {
            return false;
        }
        if (recorded.size() > MOST) {
            recorded.removeFirst();
        }
        return true;
    }
}
