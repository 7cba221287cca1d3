package dev.agenthost.orchestrator.catalogue.http;

import dev.agenthost.orchestrator.catalogue.CatalogueAudit;
import dev.agenthost.orchestrator.catalogue.CatalogueItem;
import dev.agenthost.orchestrator.catalogue.CatalogueRepository;
import dev.agenthost.orchestrator.catalogue.WriteOutcome;
import dev.agenthost.platform.rest.EntityTag;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.http.IfMatch;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers the requests to the REST resource of a catalogue of any kind. Records each change in the audit under the caller's key. */
public final class CatalogueEndpoint<T extends CatalogueItem> {
    private static final String SERVICE = "run-orchestrator";

    private final CatalogueRepository<T> catalogue;
    private final CatalogueAudit changes;
    private final CatalogueKind<T> kind;

    public CatalogueEndpoint(CatalogueRepository<T> catalogue, CatalogueAudit changes, CatalogueKind<T> kind) {
        this.catalogue = catalogue;
        this.changes = changes;
        this.kind = kind;
    }

    public Uni<Response> create(T made, String keyId) {
        return catalogue
                .create(made)
                .chain(written -> done(written, "create", keyId))
                .map(now -> shown(Response.created(URI.create(kind.path() + "/" + now.id())), now));
    }

    public Uni<Response> list(String workspaceId, @Nullable String limit, @Nullable String cursor) {
        PageRequest asked = kind.page(limit, cursor);
        return catalogue.page(workspaceId, asked.after(), asked.limitAndOne()).map(found -> Response.ok(
                        ProtocolCodec.encode(Page.of(found, asked, kind.document(), CatalogueItem::id)))
                .build());
    }

    public Uni<Response> get(String workspaceId, String id) {
        return find(workspaceId, id).map(found -> shown(Response.ok(), found));
    }

    /** The one of an address; there is a problem where it is none. */
    public Uni<T> find(String workspaceId, String id) {
        return catalogue.find(workspaceId, kind.named(id)).map(found -> found.orElseThrow(CatalogueKind::missing));
    }

    public Uni<Response> replace(T made, ExpectedVersion expected, String keyId) {
        return catalogue
                .replace(made, expected)
                .chain(written -> done(written, "update", keyId))
                .map(now -> shown(Response.ok(), now));
    }

    public Uni<Response> delete(String workspaceId, String id, ExpectedVersion expected, String keyId) {
        return catalogue
                .delete(workspaceId, kind.named(id), expected)
                .chain(written -> done(written, "delete", keyId))
                .map(gone -> Response.noContent().build());
    }

    /** A change is answered once it is recorded. */
    private Uni<T> done(WriteOutcome<T> written, String what, String keyId) {
        return switch (written) {
            case WriteOutcome.Done<T>(T kept) ->
                changes.changed(entry(kept, what, keyId)).replaceWith(kept);
            case WriteOutcome.Missing<T> missing -> throw CatalogueKind.missing();
            case WriteOutcome.Exists<T> exists -> throw kind.taken();
            case WriteOutcome.Stale<T>(int version) -> throw IfMatch.stale(version);
        };
    }

    private AuditEntry entry(T kept, String what, String keyId) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.now(),
                SERVICE,
                kept.workspaceId(),
                null,
                null,
                keyId,
                kind.name() + "." + what,
                kind.name() + "/" + kept.id(),
                "version " + kept.version(),
                AuditResult.ALLOWED,
                null,
                null);
    }

    private Response shown(Response.ResponseBuilder answer, T kept) {
        return answer.entity(ProtocolCodec.encode(kind.document().apply(kept)))
                .header(HttpHeaders.ETAG, EntityTag.of(kept.version()))
                .build();
    }
}
