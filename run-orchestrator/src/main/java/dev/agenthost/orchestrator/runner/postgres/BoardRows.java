package dev.agenthost.orchestrator.runner.postgres;

import dev.agenthost.orchestrator.runner.ConnectionBoard;
import dev.agenthost.orchestrator.runner.PluginConnection;
import dev.agenthost.orchestrator.runner.RefusedRunner;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Connections to rows of the board, and back. */
final class BoardRows {
    /** Of what a plugin made up, in characters; the database refuses the character zero. */
    private static final int LONGEST = 500;

    private BoardRows() {}

    static List<Tuple> runners(List<PluginConnection> connections, UUID incarnation) {
        List<Tuple> rows = new ArrayList<>();
        for (PluginConnection connection : connections) {
            for (RunnerDescriptor runner : connection.runners()) {
                rows.add(Tuple.from(List.of(
                        connection.id(),
                        runner.id().toString(),
                        incarnation,
                        connection.key().name(),
                        workspaces(connection),
                        new JsonObject(new String(ProtocolCodec.encode(runner.manifest()), StandardCharsets.UTF_8)),
                        connection.room(),
                        connection.free())));
            }
        }
        return rows;
    }

    static List<Tuple> refused(List<PluginConnection> connections, UUID incarnation) {
        List<Tuple> rows = new ArrayList<>();
        for (PluginConnection connection : connections) {
            int place = 0;
            for (RefusedRunner refused : connection.refused()) {
                rows.add(Tuple.from(List.of(
                        connection.id(),
                        place++,
                        incarnation,
                        workspaces(connection),
                        connection.pluginName(),
                        plain(refused.runner()),
                        plain(refused.reason()))));
            }
        }
        return rows;
    }

    static ConnectionBoard.Entry entry(Row row) {
        String[] replicas = row.getArrayOfStrings("replicas");
        OffsetDateTime[] times = row.getArrayOfOffsetDateTimes("connected_at");
        Integer[] rooms = row.getArrayOfIntegers("rooms");
        Integer[] free = row.getArrayOfIntegers("free");
        List<ConnectionBoard.Connection> connections = new ArrayList<>();
        for (int i = 0; i < replicas.length; i++) {
            connections.add(new ConnectionBoard.Connection(replicas[i], times[i].toInstant(), rooms[i], free[i]));
        }
        return new ConnectionBoard.Entry(manifest(row), connections);
    }

    static ConnectionBoard.Refused refused(Row row) {
        return new ConnectionBoard.Refused(
                row.getString("plugin"),
                new RefusedRunner(row.getString("runner"), row.getString("reason")),
                row.getInteger("connected"));
    }

    private static AgentRunnerManifest manifest(Row row) {
        try {
            byte[] manifest = row.getJsonObject("manifest").encode().getBytes(StandardCharsets.UTF_8);
            return ProtocolCodec.decode(manifest, AgentRunnerManifest.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a manifest that we wrote cannot be read", e);
        }
    }

    private static String[] workspaces(PluginConnection connection) {
        return connection.key().workspaces().toArray(String[]::new);
    }

    private static String plain(String text) {
        String whole = text.replace('\u0000', ' ');
        return whole.length() <= LONGEST ? whole : whole.substring(0, LONGEST) + "…";
    }
}
