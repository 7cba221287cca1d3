package dev.agenthost.binding.administration.http;

import dev.agenthost.binding.change.Kind;
import dev.agenthost.binding.change.Refusal;
import dev.agenthost.binding.change.Register;
import dev.agenthost.binding.change.Versioned;
import dev.agenthost.binding.change.Written;
import dev.agenthost.door.body.http.Bodies;
import dev.agenthost.door.page.Page;
import dev.agenthost.door.page.PageRequest;
import dev.agenthost.door.version.http.IfMatch;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What can be asked of one kind; its resource says at which addresses, and describes it. */
final class Documents<T extends Versioned<T>, D> {
    private final String path;
    private final Kind<T, D> kind;
    private final Register<T> register;
    private final Entrance entrance;
    private final UnaryOperator<T> checking;
    private final Function<T, D> showing;

    Documents(String path, Kind<T, D> kind, Register<T> register, Entrance entrance) {
        this(path, kind, register, entrance, UnaryOperator.identity(), kind.writing());
    }

    /**
     * @param checking refuses what does not fit what else is known at the moment
     * @param showing the document as it is answered
     */
    Documents(
            String path,
            Kind<T, D> kind,
            Register<T> register,
            Entrance entrance,
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
        D given = Bodies.read(body, kind.document());
        String wished = kind.heading().apply(given).id();
        String id = wished == null ? UUID.randomUUID().toString() : wished;
        return register.create(made(given, id), entrance.change()).map(written -> switch (written) {
            case Written.Done<T>(T value) -> Entrance.created(path, id, showing.apply(value), value.version());
            case Written.Refused<T>(Refusal why) -> throw refused(why);
        });
    }

    Uni<Response> list(@Nullable String limit, @Nullable String cursor) {
        PageRequest asked = Entrance.page(limit, cursor);
        return register.list(entrance.workspace(), asked.after(), asked.limitAndOne())
                .map(found -> Response.ok(ProtocolCodec.encode(Page.of(found, asked, showing, Versioned::id)))
                        .build());
    }

    Uni<Response> get(String id) {
        return register.find(entrance.workspace(), id)
                .map(found -> found.orElseThrow(Entrance::missing))
                .map(this::answer);
    }

    Uni<Response> replace(String id, @Nullable String ifMatch, byte[] body) {
        var expected = IfMatch.required(ifMatch);
        D given = Bodies.read(body, kind.document());
        entrance.sameId(id, kind.heading().apply(given).id(), kind.idField());
        return register.replace(made(given, id), expected, entrance.change()).map(written -> switch (written) {
            case Written.Done<T>(T value) -> answer(value);
            case Written.Refused<T>(Refusal why) -> throw refused(why);
        });
    }

    Uni<Response> delete(String id, @Nullable String ifMatch) {
        return register.delete(entrance.workspace(), id, IfMatch.optional(ifMatch), entrance.change())
                .map(written -> switch (written) {
                    case Written.Done<T> done -> Response.noContent().build();
                    case Written.Refused<T>(Refusal why) -> throw refused(why);
                });
    }

    private T made(D given, String id) {
        return entrance.checked(
                kind.heading().apply(given).workspaceId(),
                () -> checking.apply(kind.made(given, id, entrance.workspace())));
    }

    private Response answer(T value) {
        return Entrance.ok(showing.apply(value), value.version());
    }

    private RuntimeException refused(Refusal why) {
        return switch (why) {
            case Refusal.Missing() -> Entrance.missing();
            case Refusal.Stale(int currentVersion) -> IfMatch.stale(currentVersion);
            case Refusal.Exists() ->
                Entrance.conflict(
                        "This " + kind.idField() + " is taken. Replace what it names with PUT, or take another id.",
                        kind.idField());
            case Refusal.InUse(List<String> bindingIds) ->
                Entrance.conflict("Bindings name this agent: " + String.join(", ", bindingIds) + ".", null);
            case Refusal.NoSuchAgent() -> Entrance.invalid("agent_id", "agent_id names no agent of this workspace.");
            case Refusal.Clashing(String otherBindingId) ->
                Entrance.conflict(
                        "Binding " + otherBindingId
                                + " has the same scope, event pattern and priority, and filters"
                                + " that admit the same actors. Give one of them another priority.",
                        "priority");
        };
    }
}
