package dev.agenthost.context.upgrade;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.NextBuild;
import dev.agenthost.context.fixture.Records;
import io.vertx.mutiny.sqlclient.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the rule of functions by version on the baseline: replicas of this build and of the next one work side by side. */
class RollingUpgradeTest {
    private static final String RUN = "00000000-0000-0000-0000-0000000000aa";
    private static final String VERSIONED = ".*_v[0-9]+";
    private static final Pattern CALL = Pattern.compile("context\\.([a-z_0-9]+_v[0-9]+)");
    /** The next version of a function: refuses every write, which shows which of the two a replica calls. */
    private static final String NEXT = """
            alter table fences add column region text;
            create function claim_write_v2(
                p_workspace text, p_run uuid, p_attempt integer, p_operation text,
                out admitted boolean, out answered boolean)
            language sql as $$ select false, null::boolean $$;
            """;

    @TempDir
    Path folder;

    @Test
    void theNextBuildKeepsOurFunctionsAndTriggers() {
        try (Database database = new Database()) {
            Map<String, String> ours = functions(database);
            List<String> triggers = triggers(database);

            assertThat(new NextBuild(folder)
                            .with("V2__writes_by_region.sql", NEXT)
                            .migrate(database.address()))
                    .isOne();

            assertThat(functions(database)).containsKey("claim_write_v2").containsAllEntriesOf(ours);
            assertThat(triggers(database)).isEqualTo(triggers);
            // The readiness of our replica stays, and it starts again beside the other: nothing is pending for it.
            assertThat(database.migrate()).isZero();
            assertThat(functions(database)).containsKey("claim_write_v2").containsAllEntriesOf(ours);
        }
    }

    @Test
    void ourReplicaContinuesAfterTheNextBuildMigrated() {
        try (Database database = new Database()) {
            new NextBuild(folder).with("V2__writes_by_region.sql", NEXT).migrate(database.address());

            database.rows(
                    "insert into context.fences (workspace_id, run_id, attempt) values ('demo', '" + RUN + "', 1)");
            assertThat(await(database.pool()
                                    .query("select context.change_state_v1('demo', '" + RUN
                                            + "', 1, 'o1', 'bot', 'b1', 'r',"
                                            + " 'conversation', 'c/', 'n', '\"v\"', null, 9, 999)")
                                    .execute())
                            .iterator()
                            .next()
                            .getString(0))
                    .isEqualTo("changed");
            new Intake(database).events(said(new ConversationRef("demo", "bot", "c", ""), "u1", "one", Records.NOW));
            assertThat(database.count("from context.event_log where kind = 'event' and seq = 1"))
                    .isOne();
        }
    }

    @Test
    void eachFunctionHasAVersionAndIsCalledByIt() throws IOException {
        try (Database database = new Database()) {
            Map<String, String> functions = functions(database);
            assertThat(functions.keySet())
                    .as("a function has a version in its name: a changed one gets the next version")
                    .isNotEmpty()
                    .allMatch(name -> name.matches(VERSIONED));
            assertThat(triggers(database))
                    .as("a trigger has a version too: a changed one is created beside it")
                    .isNotEmpty()
                    .allMatch(trigger -> trigger.matches(VERSIONED + " calls " + VERSIONED));

            TreeSet<String> called = new TreeSet<>();
            functions.values().forEach(text -> calls(text.substring(text.indexOf('(')), called));
            triggers(database).forEach(trigger -> called.add(trigger.replaceAll(".* calls ", "")));
            database.rows("select pg_get_indexdef(indexrelid) from pg_index")
                    .forEach(row -> calls(row.getString(0), called));
            try (var files = Files.walk(Path.of("src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    calls(Files.readString(file), called);
                }
            }
            assertThat(called)
                    .as("each function is called, and each one called is there")
                    .isEqualTo(new TreeSet<>(functions.keySet()));
        }
    }

    /** A repeatable file runs whenever its text differs from the last one: two builds would replace each other's functions. */
    @Test
    void noMigrationIsRepeatableOrReplacesAFunction() throws IOException {
        for (Path file : NextBuild.ours()) {
            assertThat(file.getFileName().toString()).startsWith("V");
            assertThat(Files.readString(file).toLowerCase(java.util.Locale.ROOT))
                    .as(file.toString())
                    .doesNotContain("or replace");
        }
    }

    private static void calls(String text, TreeSet<String> called) {
        Matcher call = CALL.matcher(text);
        while (call.find()) {
            called.add(call.group(1));
        }
    }

    private static Map<String, String> functions(Database database) {
        return database
                .rows("select p.proname, pg_get_functiondef(p.oid) from pg_proc p"
                        + " where p.pronamespace = 'context'::regnamespace")
                .stream()
                .collect(Collectors.toMap(
                        row -> row.getString(0), row -> row.getString(1), String::concat, TreeMap::new));
    }

    private static List<String> triggers(Database database) {
        return database
                .rows("select t.tgname || ' calls ' || p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid"
                        + " where not t.tgisinternal order by 1")
                .stream()
                .map((Row row) -> row.getString(0))
                .toList();
    }
}
