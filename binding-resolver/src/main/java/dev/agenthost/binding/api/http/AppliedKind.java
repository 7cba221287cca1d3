package dev.agenthost.binding.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.VersionedResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.WireName;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The definitions of one kind in an applied file.
 *
 * @param member of the file that has them, for instance {@code bots}
 * @param checking refuses a definition that contradicts other current data
 */
record AppliedKind<T extends VersionedItem<T>, D>(
        String member, VersionedKind<T, D> kind, VersionedRepository<T> repository, UnaryOperator<T> checking) {

    /** The effect on one definition. */
    enum Action implements WireName {
        CREATED,
        UPDATED,
        UNCHANGED
    }

    /** A definition of the file. @param kind for instance {@code bot} */
    record Applied(String kind, String id, Action action) {}

    /** Writes one definition that has been read. */
    interface Step {
        /** Fails with a {@link ProblemException} that names the definition. @param isDryRun true to write nothing */
        Uni<Applied> run(boolean isDryRun);
    }

    /** Returns the steps of this kind. @throws ProblemException for the first invalid definition */
    List<Step> read(ObjectNode file, RequestCaller caller) {
        JsonNode list = file.path(member);
        if (!list.isMissingNode() && !list.isArray()) {
            throw RequestBodyReader.invalid(member, "must be an array");
        }
        List<Step> steps = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            String path = member + "[" + i + "]";
            JsonNode definition = list.get(i);
            T value = within(path, () -> value(definition, caller));
            if (!ids.add(value.id())) {
                throw RequestBodyReader.invalid(path + "." + kind.idField(), "is defined twice");
            }
            steps.add(isDryRun -> write(value, caller, isDryRun)
                    .onFailure(ProblemException.class)
                    .transform(refusal -> located(path, (ProblemException) refusal)));
        }
        return steps;
    }

    private T value(JsonNode definition, RequestCaller caller) {
        D given = RequestBodyReader.read(ProtocolCodec.encode(definition), kind.document());
        VersionedKind.Heading heading = kind.heading().apply(given);
        String id = heading.id();
        if (id == null) {
            throw RequestBodyReader.invalid(kind.idField(), "is missing");
        }
        if (heading.workspaceId() != null) {
            caller.requireWorkspace(heading.workspaceId());
        }
        return RequestBodyReader.checked(() -> checking.apply(kind.made(given, id, caller.workspaceId())));
    }

    private Uni<Applied> write(T value, RequestCaller caller, boolean isDryRun) {
        return repository.find(value.workspaceId(), value.id()).chain(found -> {
            Action action = found.map(now -> now.withVersion(1).equals(value) ? Action.UNCHANGED : Action.UPDATED)
                    .orElse(Action.CREATED);
            Applied applied = new Applied(kind.name(), value.id(), action);
            if (isDryRun || action == Action.UNCHANGED) {
                return Uni.createFrom().item(applied);
            }
            Uni<WriteOutcome<T>> written = action == Action.CREATED
                    ? repository.create(value, caller.change())
                    : repository.replace(value, new ExpectedVersion.Any(), caller.change());
            return written.invoke(outcome -> VersionedResponse.done(outcome, kind.idField()))
                    .replaceWith(applied);
        });
    }

    private static <V> V within(String path, Supplier<V> reading) {
        try {
            return reading.get();
        } catch (ProblemException e) {
            throw located(path, e);
        }
    }

    private static ProblemException located(String path, ProblemException refusal) {
        Problem problem = refusal.problem();
        String field = problem.field() == null ? path : path + "." + problem.field();
        return new ProblemException(
                new Problem(
                        problem.type(),
                        problem.title(),
                        problem.status(),
                        path + ": " + problem.detail(),
                        problem.code(),
                        field),
                refusal.retryAfter());
    }
}
