package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations on the objects of one kind in the caller's workspace; the resource declares addresses and descriptions. */
public final class VersionedEndpoint<T extends VersionedItem<T>, D> {
    private final String path;
    private final VersionedKind<T, D> kind;
    private final VersionedRepository<T> repository;
    private final RequestCaller caller;
    private final Function<T, Uni<T>> checking;
    private final Function<T, D> showing;

    /** @param path of the collection */
    public VersionedEndpoint(
            String path, VersionedKind<T, D> kind, VersionedRepository<T> repository, RequestCaller caller) {
        this(path, kind, repository, caller, value -> Uni.createFrom().item(value), kind.writing());
    }

    /**
     * @param path of the collection
     * @param checking refuses an object that contradicts other current data
     * @param showing the document of a response
     */
    public VersionedEndpoint(
            String path,
            VersionedKind<T, D> kind,
            VersionedRepository<T> repository,
            RequestCaller caller,
            Function<T, Uni<T>> checking,
            Function<T, D> showing) {
        this.path = path;
        this.kind = kind;
        this.repository = repository;
        this.caller = caller;
        this.checking = checking;
        this.showing = showing;
    }

    public Uni<Response> create(byte[] body) {
        ChangeContext change = caller.change();
        D given = RequestBodyReader.read(body, kind.document());
        return made(given, newId(kind.heading().apply(given).id()))
                .chain(value -> repository.create(value, change))
                .map(outcome -> VersionedResponse.done(outcome, kind.idField()))
                .map(now -> VersionedResponse.created(path, now.id(), showing.apply(now), now.version()));
    }

    public Uni<Response> list(@Nullable String limit, @Nullable String cursor) {
        PageRequest page =
                RequestBodyReader.checked(() -> PageRequest.of(limit, cursor == null ? null : checkedCursor(cursor)));
        return repository
                .page(caller.workspaceId(), page.after(), page.limitAndOne())
                .map(found -> Response.ok(ProtocolCodec.encode(Page.of(found, page, showing, VersionedItem::id)))
                        .build());
    }

    public Uni<Response> get(String id) {
        return find(id).map(this::ok);
    }

    /** Returns the object of an address; responds with "not found" if there is none. */
    public Uni<T> find(String id) {
        return repository
                .find(caller.workspaceId(), known(id))
                .map(found -> found.orElseThrow(ProblemException::notFound));
    }

    public Uni<Response> replace(String id, @Nullable String ifMatch, byte[] body) {
        String named = known(id);
        ExpectedVersion expected = IfMatch.required(ifMatch);
        ChangeContext change = caller.change();
        D given = RequestBodyReader.read(body, kind.document());
        String inBody = kind.heading().apply(given).id();
        if (inBody != null && !inBody.equals(named)) {
            throw RequestBodyReader.invalid(kind.idField(), "differs from the id in the path");
        }
        return made(given, named)
                .chain(value -> repository.replace(value, expected, change))
                .map(outcome -> ok(VersionedResponse.done(outcome, kind.idField())));
    }

    public Uni<Response> delete(String id, @Nullable String ifMatch) {
        return repository
                .delete(caller.workspaceId(), known(id), IfMatch.optional(ifMatch), caller.change())
                .map(outcome -> {
                    VersionedResponse.done(outcome, kind.idField());
                    return Response.noContent().build();
                });
    }

    private Uni<T> made(D given, String id) {
        String inBody = kind.heading().apply(given).workspaceId();
        if (inBody != null) {
            caller.requireWorkspace(inBody);
        }
        return RequestBodyReader.checked(() -> checking.apply(kind.made(given, id, caller.workspaceId())));
    }

    private String newId(@Nullable String wished) {
        if (wished == null && !kind.assignsId()) {
            throw RequestBodyReader.invalid(kind.idField(), "is missing");
        }
        return wished == null ? UUID.randomUUID().toString() : wished;
    }

    private String checkedCursor(String cursor) {
        try {
            return kind.id().apply(cursor);
        } catch (InvalidFieldException e) {
            throw new InvalidFieldException("cursor", "is none that was given");
        }
    }

    /** Returns the id of an address; an invalid id gets the response of an unknown one. */
    private String known(String id) {
        try {
            return kind.id().apply(id);
        } catch (InvalidFieldException e) {
            throw ProblemException.notFound();
        }
    }

    private Response ok(T value) {
        return VersionedResponse.ok(showing.apply(value), value.version());
    }
}
