package dev.agenthost.orchestrator.runner.postgres;

import dev.agenthost.orchestrator.runner.ConnectionRepository;
import dev.agenthost.orchestrator.runner.Icon;
import dev.agenthost.orchestrator.runner.RefusedRunner;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Maps connections to rows and back. */
final class ConnectionRowMapper {
    /** The most characters of a text of a plugin. PostgreSQL refuses the character zero. */
    private static final int LONGEST = 500;

    private ConnectionRowMapper() {}

    static List<Tuple> runners(List<RunnerConnection> connections, UUID incarnation) {
        List<Tuple> rows = new ArrayList<>();
        for (RunnerConnection connection : connections) {
            for (RunnerDescriptor runner : connection.runners()) {
                rows.add(Tuple.from(Arrays.asList(
                        connection.id(),
                        runner.id().toString(),
                        incarnation,
                        workspaces(connection),
                        new JsonObject(new String(ProtocolCodec.encode(runner.manifest()), StandardCharsets.UTF_8)),
                        connection.room(),
                        connection.free(),
                        connection.generation().wire(),
                        connection.icon(runner.id()).map(Icon::sha256).orElse(""),
                        runner.pluginVersion(),
                        runner.rawManifest().toString())));
            }
        }
        return rows;
    }

    static List<Tuple> refused(
            List<RunnerConnection> connections, List<RunnerRegistry.ConnectionProblem> problems, UUID incarnation) {
        List<Tuple> rows = new ArrayList<>();
        for (RunnerConnection connection : connections) {
            int ordinal = 0;
            for (RunnerConnection.Refusal refused : connection.refusals()) {
                rows.add(Tuple.from(List.of(
                        connection.id(),
                        ordinal++,
                        incarnation,
                        workspaces(connection),
                        storable(refused.plugin()),
                        storable(refused.runner().runner()),
                        storable(refused.runner().reason()))));
            }
        }
        for (RunnerRegistry.ConnectionProblem problem : problems) {
            rows.add(Tuple.from(List.of(
                    problem.source(),
                    0,
                    incarnation,
                    problem.workspaces().toArray(String[]::new),
                    storable(problem.source()),
                    RefusedRunner.ANY,
                    storable(problem.why()))));
        }
        return rows;
    }

    /** The keys of this replica's rows in {@code runner_connections}, as {@link ConnectionSql#CLEAN} compares them. */
    static String[] runnerKeys(List<RunnerConnection> connections) {
        return connections.stream()
                .flatMap(connection -> connection.runners().stream().map(runner -> connection.id() + " " + runner.id()))
                .toArray(String[]::new);
    }

    /** The keys of this replica's rows in {@code runner_refusals}. */
    static String[] refusalKeys(List<Tuple> refused) {
        return refused.stream()
                .map(row -> row.getString(0) + " " + row.getInteger(1))
                .toArray(String[]::new);
    }

    static ConnectionRepository.Entry entry(Row row) {
        String[] replicas = row.getArrayOfStrings("replicas");
        OffsetDateTime[] times = row.getArrayOfOffsetDateTimes("connected_at");
        Integer[] capacities = row.getArrayOfIntegers("capacities");
        Integer[] free = row.getArrayOfIntegers("free");
        List<ConnectionRepository.Connection> connections = new ArrayList<>();
        for (int i = 0; i < replicas.length; i++) {
            connections.add(
                    new ConnectionRepository.Connection(replicas[i], times[i].toInstant(), capacities[i], free[i]));
        }
        return new ConnectionRepository.Entry(
                manifest(row), row.getString("plugin_version"), connections, row.getBoolean("has_icon"));
    }

    static Icon icon(Row row) {
        return new Icon(
                row.getString("mime_type"),
                row.getString("sha256"),
                row.getBuffer("bytes").getBytes());
    }

    static ConnectionRepository.Refused refused(Row row) {
        return new ConnectionRepository.Refused(
                row.getString("plugin"),
                new RefusedRunner(row.getString("runner"), row.getString("reason")),
                row.getInteger("connected"));
    }

    private static AgentRunnerManifest manifest(Row row) {
        try {
            byte[] manifest = row.getJsonObject("manifest").encode().getBytes(StandardCharsets.UTF_8);
            return ProtocolCodec.decode(manifest, AgentRunnerManifest.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored manifest is unreadable", e);
        }
    }

    private static String[] workspaces(RunnerConnection connection) {
        return connection.workspaces().toArray(String[]::new);
    }

    private static String storable(String text) {
        String clean = text.replace('\u0000', ' ');
        return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "…";
    }
}
