package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the simple names of the types of all modules: none is a private word, and none has two meanings. */
class TypeNamesTest {
    /** Words that nobody would search for: participles, pronouns, moods and metaphors. */
    private static final Set<String> FORBIDDEN = Set.of(
            "Abacus",
            "Again",
            "Asked",
            "Away",
            "Beat",
            "Census",
            "Chatter",
            "Conversing",
            "Deaths",
            "Drill",
            "Dying",
            "Exchange",
            "FewNames",
            "FiftyDeaths",
            "Filling",
            "FirstWord",
            "Gathering",
            "GrantShelf",
            "Grumbling",
            "Harm",
            "Heart",
            "HeldRun",
            "InPlace",
            "Insistence",
            "Kept",
            "KeeperTools",
            "Knock",
            "LetGo",
            "Look",
            "Meanwhile",
            "Means",
            "NothingIsAway",
            "OutboundAnswer",
            "Parting",
            "Parts",
            "Patience",
            "Pausing",
            "Pen",
            "Pieces",
            "Place",
            "Places",
            "Pulse",
            "Rest",
            "Room",
            "Rounds",
            "RunsInHand",
            "Said",
            "Seats",
            "Shown",
            "Stash",
            "Steadily",
            "Strangers",
            "Surroundings",
            "Taken",
            "ToolShelf",
            "Tools",
            "Upkeep",
            "Victim",
            "WildRunner",
            "Written");

    /** Types of one name and one role, in modules that do not know each other, or on the two ends of one wire. */
    private static final Set<String> TWINS = Set.of(
            "AuditProducer",
            "BackgroundJobs",
            "Backoff",
            "ExpiringTables",
            "GrantedTools",
            "HostApi",
            "HostCalls",
            "JsonRpc",
            "KafkaAuditProducer",
            "MigrationLock",
            "PrivateFiles",
            "ResultRecord",
            "RunKey",
            "RunPreparation",
            "RunRowMapper",
            "RunSession",
            "RunView",
            "SocketReader");

    @Test
    void noTypeHasAForbiddenName() throws IOException {
        Map<String, List<Path>> types = JavaSources.below("src");

        assertThat(types).hasSizeGreaterThan(1_000);
        assertThat(types.keySet())
                .noneMatch(name ->
                        FORBIDDEN.contains(name.endsWith("Test") ? name.substring(0, name.length() - 4) : name));
    }

    @Test
    void noSimpleNameHasTwoMeanings() throws IOException {
        Map<String, List<Path>> types = JavaSources.below("src/main/java");
        types.values().removeIf(files -> files.size() == 1);

        assertThat(types.keySet()).isEqualTo(TWINS);
    }
}
