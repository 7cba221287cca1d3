package dev.agenthost.context.upgrade;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.BuildBefore;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import io.vertx.mutiny.sqlclient.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replica of the build before that starts, or starts again, after one of this build: its functions and ours live side by side. */
class RollingUpgradeTest {
    private static final String RUN = "00000000-0000-0000-0000-0000000000aa";
    private static final Pattern CALL = Pattern.compile("context\\.([a-z_0-9]+)\\(");
    /** Made by a migration that is never run again, and kept by an index. */
    private static final String STRETCHES = "stretches";

    @TempDir
    Path before;

    @TempDir
    Path again;

    @TempDir
    Path oncemore;

    @Test
    void whatTheBuildBeforeInstallsLeavesOurFunctionsAndTriggersAlone() {
        try (Database database = new Database(BuildBefore.VERSION)) {
            BuildBefore.migrations(database.address(), before, "").migrate();
            database.migrate();
            Map<String, String> ours = versioned(database);
            assertThat(ours.keySet()).contains("apply_batch_v0", "erase_step_v0", "change_state_v2", "claim_write_v0");
            List<String> triggers = triggers(database);

            // As it is, and with another text, which is installed once more.
            assertThat(BuildBefore.migrations(database.address(), again, "").migrate().migrationsExecuted)
                    .isZero();
            assertThat(BuildBefore.migrations(database.address(), oncemore, "-- of the build before\n")
                            .migrate()
                            .migrationsExecuted)
                    .isEqualTo(BuildBefore.files().size());

            assertThat(functions(database)).containsKeys("apply_batch", "erase_step", "claim_write");
            assertThat(versioned(database)).isEqualTo(ours);
            assertThat(triggers(database)).containsAll(triggers);
            // Nothing is pending for ours, so that its readiness stays, and it starts again beside the other.
            assertThat(database.migrate()).isZero();
        }
    }

    @Test
    void aReplicaOfTheBuildBeforeGoesOnWithItsOwnFunctions() {
        try (Database database = new Database(BuildBefore.VERSION)) {
            BuildBefore.migrations(database.address(), before, "").migrate();
            database.migrate();
            String run = "'demo', '" + RUN + "', 1, ";

            assertThat(one(
                            database,
                            "select raised from context.open_run(" + run
                                    + "'e1', 'bot', 'c', '', '{}', '{}', '{}', '{}', '{}')"))
                    .isEqualTo(true);
            String state = run + "'o1', 'bot', 'b1', 'r', 'conversation', 'c/', 'n', '\"v\"', null)";
            assertThat(one(database, "select context.change_state_v1(" + state)).isEqualTo("done");
            assertThat(one(
                            database,
                            "select context.set_storage(" + run + "'o2', 'plugin', 'p', 'k', '\\x01', 100, 10)"))
                    .isEqualTo("changed");
            assertThat(one(
                            database,
                            "select outcome from context.put_artifact(" + run
                                    + "'o3', 'bot', 'c', '', 'r', 'a1', 'file',"
                                    + " 'text/plain', null, 'sha', '{}', '\\x6869', 3600)"))
                    .isEqualTo("kept");
            database.rows("insert into context.applied_offsets values ('agent.events', 7, 0)");
            assertThat(
                            one(
                                    database,
                                    "select context.apply_batch('{agent.events}', '{7}', '{0}', '{1}',"
                                            + " '[{\"workspace_id\": \"demo\", \"bot_id\": \"bot\", \"conversation_id\": \"c\","
                                            + " \"thread_id\": \"\", \"kind\": \"event\", \"type\": \"message.received\","
                                            + " \"event_id\": \"e1\", \"at\": 1795219976, \"data\": {}, \"source\": \"s\"}]', '[]')"))
                    .isEqualTo(true);

            // The same call at a replica of ours is the repetition that it is, and what comes next has the next number.
            assertThat(one(database, "select context.change_state_v2(" + state)).isEqualTo("done");
            database.rows("select context.end_run_v0('demo', '" + RUN + "', 1)");
            assertThat(one(database, "select context.change_state_v1(" + state.replace("'o1'", "'o9'")))
                    .isEqualTo("fenced");
            new Intake(database).events(said(new ConversationRef("demo", "bot", "c", ""), "u1", "two", Records.NOW));
            assertThat(database.rows("select seq from context.event_log where kind = 'event' order by seq"))
                    .extracting(row -> row.getLong(0))
                    .containsExactly(1L, 2L);
            assertThat(database.count("from context.state")).isEqualTo(1);
        }
    }

    @Test
    void noFunctionIsCalledThatTheBuildBeforeCouldReplace() throws IOException {
        try (Database database = new Database()) {
            Map<String, String> functions = functions(database);
            assertThat(functions.keySet().stream().filter(name -> !name.matches(".*_v[0-9]+")))
                    .as(
                            "a function has a version in its name, and a changed one another: what is installed is never replaced")
                    .containsExactly(STRETCHES);
            assertThat(BuildBefore.repeatable())
                    .as(
                            "a file that is run again whenever its text is another puts functions back, and makes the other build unready")
                    .isEmpty();
            List<String> calls = new ArrayList<>();
            functions.forEach((name, text) -> calls(name, text, calls));
            // Called by the build before alone; its own callee is that build's.
            calls.remove("change_state_v1 calls claim_write");
            try (var files = Files.walk(Path.of("src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    calls(file.getFileName().toString(), Files.readString(file), calls);
                }
            }
            assertThat(calls).isEmpty();
            assertThat(triggers(database))
                    .as("a trigger is made once, under a name that the build before does not make again")
                    .isNotEmpty()
                    .allMatch(trigger -> trigger.matches(".* calls .*_v[0-9]+"))
                    .noneMatch(trigger -> trigger.matches("(artifact_contents_object|keep_as_long_as_told) .*"));
        }
    }

    private static void calls(String caller, String text, List<String> calls) {
        Matcher call = CALL.matcher(text);
        while (call.find()) {
            if (BuildBefore.functions().contains(call.group(1))) {
                calls.add(caller + " calls " + call.group(1));
            }
        }
    }

    private static Map<String, String> versioned(Database database) {
        Map<String, String> versioned = functions(database);
        versioned.keySet().removeIf(name -> !name.matches(".*_v[0-9]+"));
        return versioned;
    }

    private static Map<String, String> functions(Database database) {
        Map<String, String> functions = new TreeMap<>();
        for (Row row : database.rows("select p.proname, pg_get_functiondef(p.oid) from pg_proc p"
                + " where p.pronamespace = 'context'::regnamespace")) {
            functions.merge(row.getString(0), row.getString(1), String::concat);
        }
        return functions;
    }

    private static List<String> triggers(Database database) {
        return database
                .rows("select t.tgname || ' calls ' || p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid"
                        + " where not t.tgisinternal order by 1")
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private static Object one(Database database, String sql) {
        return await(database.pool().query(sql).execute()).iterator().next().getValue(0);
    }
}
