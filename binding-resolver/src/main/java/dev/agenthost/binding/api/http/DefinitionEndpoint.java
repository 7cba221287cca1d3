package dev.agenthost.binding.api.http;

import dev.agenthost.binding.catalog.ChangeRejection;
import dev.agenthost.binding.catalog.DefinitionKind;
import dev.agenthost.binding.catalog.DefinitionRepository;
import dev.agenthost.binding.catalog.VersionedDefinition;
import dev.agenthost.binding.catalog.WriteOutcome;
import dev.agenthost.platform.rest.Page;
import dev.agenthost.platform.rest.PageRequest;
import dev.agenthost.platform.rest.http.IfMatch;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The operations on one kind of definition; its resource declares the addresses and descriptions. */
final class DefinitionEndpoint<T extends VersionedDefinition<T>, D> {
    private final String path;
    private final DefinitionKind<T, D> kind;
    private final DefinitionRepository<T> register;
    private final DefinitionRequests entrance;
    private final UnaryOperator<T> checking;
    private final Function<T, D> showing;

    DefinitionEndpoint(
            String path, DefinitionKind<T, D> kind, DefinitionRepository<T> register, DefinitionRequests entrance) {
        this(path, kind, register, entrance, UnaryOperator.identity(), kind.writing());
    }

    /**
     * @param checking refuses a definition that contradicts other current data
     * @param showing the document of an answer
     */
    DefinitionEndpoint(
            String path,
            DefinitionKind<T, D> kind,
            DefinitionRepository<T> register,
            DefinitionRequests entrance,
            UnaryOperator<T> checking,
            Function<T, D> showing) {
        this.path = path;
        this.kind = kind;
        this.register = register;
        this.entrance = entrance;
        this.checking = checking;
        this.showing = showing;
    }

    Uni<Response> create(byte[] body) {
        D given = RequestBodyReader.read(body, kind.document());
        String wished = kind.heading().apply(given).id();
        String id = wished == null ? UUID.randomUUID().toString() : wished;
        return register.create(made(given, id), entrance.change()).map(written -> switch (written) {
            case WriteOutcome.Done<T>(T value) ->
                DefinitionRequests.created(path, id, showing.apply(value), value.version());
            case WriteOutcome.Refused<T>(ChangeRejection why) -> throw refused(why);
        });
    }

    Uni<Response> list(@Nullable String limit, @Nullable String cursor) {
        PageRequest asked = DefinitionRequests.page(limit, cursor);
        return register.list(entrance.workspace(), asked.after(), asked.limitAndOne())
                .map(found -> Response.ok(ProtocolCodec.encode(Page.of(found, asked, showing, VersionedDefinition::id)))
                        .build());
    }

    Uni<Response> get(String id) {
        return register.find(entrance.workspace(), id)
                .map(found -> found.orElseThrow(DefinitionRequests::missing))
                .map(this::answer);
    }

    Uni<Response> replace(String id, @Nullable String ifMatch, byte[] body) {
        var expected = IfMatch.required(ifMatch);
        D given = RequestBodyReader.read(body, kind.document());
        entrance.sameId(id, kind.heading().apply(given).id(), kind.idField());
        return register.replace(made(given, id), expected, entrance.change()).map(written -> switch (written) {
            case WriteOutcome.Done<T>(T value) -> answer(value);
            case WriteOutcome.Refused<T>(ChangeRejection why) -> throw refused(why);
        });
    }

    Uni<Response> delete(String id, @Nullable String ifMatch) {
        return register.delete(entrance.workspace(), id, IfMatch.optional(ifMatch), entrance.change())
                .map(written -> switch (written) {
                    case WriteOutcome.Done<T> done -> Response.noContent().build();
                    case WriteOutcome.Refused<T>(ChangeRejection why) -> throw refused(why);
                });
    }

    private T made(D given, String id) {
        return entrance.checked(
                kind.heading().apply(given).workspaceId(),
                () -> checking.apply(kind.made(given, id, entrance.workspace())));
    }

    private Response answer(T value) {
        return DefinitionRequests.ok(showing.apply(value), value.version());
    }

    private RuntimeException refused(ChangeRejection why) {
        return switch (why) {
            case ChangeRejection.Missing() -> DefinitionRequests.missing();
            case ChangeRejection.Stale(int currentVersion) -> IfMatch.stale(currentVersion);
            case ChangeRejection.Exists() ->
                DefinitionRequests.conflict(
                        "This " + kind.idField()
                                + " exists already. Replace the resource with PUT, or choose another id.",
                        kind.idField());
            case ChangeRejection.InUse(List<String> bindingIds) ->
                DefinitionRequests.conflict(
                        "Bindings refer to this agent: " + String.join(", ", bindingIds) + ".", null);
            case ChangeRejection.NoSuchAgent() ->
                DefinitionRequests.invalid("agent_id", "agent_id must be the id of an agent of this workspace.");
            case ChangeRejection.Clashing(String otherBindingId) ->
                DefinitionRequests.conflict(
                        "Binding " + otherBindingId
                                + " has the same scope, event pattern and priority, and filters"
                                + " that admit the same actors. Set another priority for one of them.",
                        "priority");
        };
    }
}
