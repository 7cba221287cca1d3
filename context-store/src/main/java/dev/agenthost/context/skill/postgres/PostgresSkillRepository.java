package dev.agenthost.context.skill.postgres;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillQuota;
import dev.agenthost.context.skill.SkillRegistrationOutcome;
import dev.agenthost.context.skill.SkillRepository;
import dev.agenthost.context.skill.SkillSummary;
import dev.agenthost.context.skill.StoredSkill;
import dev.agenthost.context.skill.TooManySkills;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.context.SkillResource;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Each read is one statement; the writes are transactions that keep the quota. */
public final class PostgresSkillRepository implements SkillRepository {
    private static final String FIND =
            "select " + SkillRows.WHOLE + " from context.skills where workspace_id = $1 and name = $2";
    private static final String PAGE = "select " + SkillRows.SUMMARY
            + " from context.skills where workspace_id = $1 and name > $2 order by name limit $3";
    /** Locks the workspace, so that concurrent writers never exceed its quota together. */
    private static final String LOCK =
            "select pg_advisory_xact_lock(hashtextextended('context.skills/' || $1::text, 0))";

    private static final String EXISTING =
            "select version, registered_by from context.skills where workspace_id = $1 and name = $2";
    private static final String USAGE =
            "select count(*), count(registered_by) from context.skills where workspace_id = $1";
    private static final String PUT = """
            insert into context.skills as s
                (workspace_id, name, display_name, description, instructions, files, enabled, registered_by, version)
            values ($1, $2, $3, $4, $5, $6::text::jsonb, $7, null, nextval('context.skill_versions'))
            on conflict (workspace_id, name) do update
                set display_name = excluded.display_name, description = excluded.description,
                    instructions = excluded.instructions, files = excluded.files, enabled = excluded.enabled,
                    registered_by = null, version = excluded.version, changed_at = excluded.changed_at
            returning s.version, s.changed_at
            """;
    private static final String DELETE = "delete from context.skills"
            + " where workspace_id = $1 and name = $2 and ($3::bigint is null or version = $3) returning "
            + SkillRows.WHOLE;
    private static final String CLAIM = "select admitted, previous_answer from context.claim_write_v1($1, $2, $3, $4)";
    private static final String REGISTER = """
            insert into context.skills as s (workspace_id, name, display_name, description, instructions, registered_by, version)
            values ($1, $2, $3, $4, $5, $6, nextval('context.skill_versions'))
            on conflict (workspace_id, name) do update
                set display_name = excluded.display_name, description = excluded.description,
                    instructions = excluded.instructions, version = excluded.version, changed_at = excluded.changed_at
            returning s.version
            """;
    /** A refused registration may be tried again. */
    private static final String UNCLAIM = """
            delete from context.state_operations
            where workspace_id = $1 and run_id = $2 and attempt = $3 and operation_id = $4
            """;

    private static final String NAMED = "select " + SkillRows.FACTS + """
             from context.skills s
            join unnest($2::text[]) with ordinality as n (wanted, ordinal) on n.wanted = s.name
            where s.workspace_id = $1 and s.enabled order by n.ordinal
            """;

    private final Pool pool;
    private final SkillQuota quota;

    public PostgresSkillRepository(Pool pool, SkillQuota quota) {
        this.pool = pool;
        this.quota = quota;
    }

    @Override
    public Uni<Optional<StoredSkill>> find(String workspaceId, String name) {
        return execute(FIND, workspaceId, name).map(rows -> first(workspaceId, rows));
    }

    @Override
    public Uni<List<SkillSummary>> page(String workspaceId, @Nullable String after, int most) {
        return execute(PAGE, workspaceId, after == null ? "" : after, most)
                .map(rows -> SkillRows.all(rows, SkillRows::summary));
    }

    @Override
    public Uni<WriteOutcome<StoredSkill>> put(Skill skill, @Nullable ExpectedVersion expected) {
        return pool.withTransaction(connection -> existing(connection, skill.workspaceId(), skill.name())
                .chain(existing -> refusal(existing.orElse(null), expected)
                        .map(refused -> Uni.createFrom().item(refused))
                        .orElseGet(() -> existing.isPresent()
                                ? replace(connection, skill, false)
                                : usage(connection, skill.workspaceId())
                                        .chain(used -> used.getLong(0) >= quota.skills()
                                                ? Uni.createFrom().item(new WriteOutcome.Refused<>(new TooManySkills()))
                                                : replace(connection, skill, true)))));
    }

    private static Optional<WriteOutcome<StoredSkill>> refusal(
            @Nullable Existing existing, @Nullable ExpectedVersion expected) {
        if (existing == null) {
            return expected == null ? Optional.empty() : Optional.of(new WriteOutcome.Missing<>());
        }
        if (expected == null) {
            return Optional.of(new WriteOutcome.Exists<>());
        }
        return expected.admits(existing.version())
                ? Optional.empty()
                : Optional.of(new WriteOutcome.Stale<>(existing.version()));
    }

    private static Uni<WriteOutcome<StoredSkill>> replace(SqlClient transaction, Skill skill, boolean isNew) {
        return execute(
                        transaction,
                        PUT,
                        skill.workspaceId(),
                        skill.name(),
                        skill.displayName(),
                        skill.description(),
                        skill.instructions(),
                        SkillRows.text(skill.files()),
                        skill.enabled())
                .map(rows -> rows.iterator().next())
                .map(row -> new WriteOutcome.Done<>(
                        new StoredSkill(
                                skill, row.getLong(0), row.getOffsetDateTime(1).toInstant()),
                        isNew));
    }

    /** Locks the skills of the workspace and reads the one with this name. */
    private static Uni<Optional<Existing>> existing(SqlClient transaction, String workspaceId, String name) {
        return execute(transaction, LOCK, workspaceId)
                .chain(() -> execute(transaction, EXISTING, workspaceId, name))
                .map(rows -> SkillRows.all(rows, row -> new Existing(row.getLong(0), row.getString(1))).stream()
                        .findFirst());
    }

    private static Uni<Row> usage(SqlClient transaction, String workspaceId) {
        return execute(transaction, USAGE, workspaceId)
                .map(rows -> rows.iterator().next());
    }

    @Override
    public Uni<WriteOutcome<StoredSkill>> delete(String workspaceId, String name, ExpectedVersion expected) {
        return execute(DELETE, workspaceId, name, expected.orNull()).chain(rows -> first(workspaceId, rows)
                .map(deleted ->
                        Uni.createFrom().<WriteOutcome<StoredSkill>>item(new WriteOutcome.Done<>(deleted, false)))
                .orElseGet(() -> find(workspaceId, name).map(current -> current.<WriteOutcome<StoredSkill>>map(
                                skill -> new WriteOutcome.Stale<>(skill.version()))
                        .orElseGet(WriteOutcome.Missing::new))));
    }

    @Override
    public Uni<SkillRegistrationOutcome> register(WriteClaim claim, Skill skill) {
        return pool.withTransaction(connection -> claimed(connection, CLAIM, claim)
                .map(rows -> rows.iterator().next())
                .chain(write -> {
                    if (!write.getBoolean(0)) {
                        return Uni.createFrom().item(new SkillRegistrationOutcome.Fenced());
                    }
                    boolean isRepetition = write.getBoolean(1) != null;
                    return existing(connection, claim.workspaceId(), skill.name())
                            .chain(existing -> isRepetition
                                    ? Uni.createFrom()
                                            .item(new SkillRegistrationOutcome.Registered(
                                                    existing.map(Existing::version)
                                                            .orElse(0L)))
                                    : register(connection, claim, skill, existing.orElse(null)));
                }));
    }

    private Uni<SkillRegistrationOutcome> register(
            SqlClient transaction, WriteClaim claim, Skill skill, @Nullable Existing existing) {
        if (existing != null) {
            return Objects.equals(existing.registeredBy(), skill.registeredBy())
                    ? registered(transaction, claim, skill)
                    : claimed(transaction, UNCLAIM, claim).replaceWith(new SkillRegistrationOutcome.NameConflict());
        }
        return usage(transaction, claim.workspaceId())
                .chain(used -> used.getLong(0) >= quota.skills() || used.getLong(1) >= quota.registered()
                        ? claimed(transaction, UNCLAIM, claim).replaceWith(new SkillRegistrationOutcome.TooMany())
                        : registered(transaction, claim, skill));
    }

    private static Uni<SkillRegistrationOutcome> registered(SqlClient transaction, WriteClaim claim, Skill skill) {
        return execute(
                        transaction,
                        REGISTER,
                        claim.workspaceId(),
                        skill.name(),
                        skill.displayName(),
                        skill.description(),
                        skill.instructions(),
                        skill.registeredBy())
                .map(rows -> new SkillRegistrationOutcome.Registered(
                        rows.iterator().next().getLong(0)));
    }

    private static Uni<RowSet<Row>> claimed(SqlClient transaction, String statement, WriteClaim claim) {
        return execute(
                transaction, statement, claim.workspaceId(), claim.runId(), claim.attempt(), claim.operationId());
    }

    @Override
    public Uni<List<SkillResource>> facts(String workspaceId, List<String> names) {
        return execute(NAMED, workspaceId, names.toArray(String[]::new))
                .map(rows -> SkillRows.all(rows, SkillRows::facts));
    }

    private static Optional<StoredSkill> first(String workspaceId, RowSet<Row> rows) {
        return SkillRows.all(rows, row -> SkillRows.whole(workspaceId, row)).stream()
                .findFirst();
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return execute(pool, statement, values);
    }

    private static Uni<RowSet<Row>> execute(SqlClient client, String statement, @Nullable Object... values) {
        return client.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }

    private record Existing(long version, @Nullable String registeredBy) {}
}
