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

    public Uni<Response> create(T item, String keyId) {
        return catalogue
                .create(item)
                .chain(outcome -> done(outcome, "create", keyId))
                .map(current -> response(Response.created(URI.create(kind.path() + "/" + current.id())), current));
    }

    public Uni<Response> list(String workspaceId, @Nullable String limit, @Nullable String cursor) {
        PageRequest request = kind.page(limit, cursor);
        return catalogue
                .page(workspaceId, request.after(), request.limitAndOne())
                .map(found -> Response.ok(
                                ProtocolCodec.encode(Page.of(found, request, kind.document(), CatalogueItem::id)))
                        .build());
    }

    public Uni<Response> get(String workspaceId, String id) {
        return find(workspaceId, id).map(found -> response(Response.ok(), found));
    }

    /** Returns the item of an address; fails with "not found" if there is none. */
    public Uni<T> find(String workspaceId, String id) {
        return catalogue.find(workspaceId, kind.parseId(id)).map(found -> found.orElseThrow(CatalogueKind::missing));
    }

    public Uni<Response> replace(T item, ExpectedVersion expected, String keyId) {
        return catalogue
                .replace(item, expected)
                .chain(outcome -> done(outcome, "update", keyId))
                .map(current -> response(Response.ok(), current));
    }

    public Uni<Response> delete(String workspaceId, String id, ExpectedVersion expected, String keyId) {
        return catalogue
                .delete(workspaceId, kind.parseId(id), expected)
                .chain(outcome -> done(outcome, "delete", keyId))
                .map(deleted -> Response.noContent().build());
    }

    /** Completes once the audit has recorded the change. */
    private Uni<T> done(WriteOutcome<T> outcome, String change, String keyId) {
        return switch (outcome) {
            case WriteOutcome.Done<T>(T item) ->
                changes.changed(entry(item, change, keyId)).replaceWith(item);
            case WriteOutcome.Missing<T> missing -> throw CatalogueKind.missing();
            case WriteOutcome.Exists<T> exists -> throw kind.exists();
            case WriteOutcome.Stale<T>(int version) -> throw IfMatch.stale(version);
        };
    }

    private AuditEntry entry(T item, String change, String keyId) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.now(),
                SERVICE,
                item.workspaceId(),
                null,
                null,
                keyId,
                kind.name() + "." + change,
                kind.name() + "/" + item.id(),
                "version " + item.version(),
                AuditResult.ALLOWED,
                null,
                null);
    }

    private Response response(Response.ResponseBuilder answer, T item) {
        return answer.entity(ProtocolCodec.encode(kind.document().apply(item)))
                .header(HttpHeaders.ETAG, EntityTag.of(item.version()))
                .build();
    }
}
