package dev.agenthost.context.skill.postgres;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillPrecondition;
import dev.agenthost.context.skill.SkillQuota;
import dev.agenthost.context.skill.SkillRegistrationOutcome;
import dev.agenthost.context.skill.SkillRepository;
import dev.agenthost.context.skill.SkillSummary;
import dev.agenthost.context.skill.SkillWrite;
import dev.agenthost.context.skill.StoredSkill;
import dev.agenthost.protocol.context.SkillResource;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Each question is one statement; the writes are functions of the database, which keep the quota. */
public final class PostgresSkillRepository implements SkillRepository {
    private static final String FIND =
            "select " + SkillRows.WHOLE + " from context.skills where workspace_id = $1 and name = $2";
    private static final String PAGE = "select " + SkillRows.SUMMARY
            + " from context.skills where workspace_id = $1 and name > $2 order by name limit $3";
    private static final String PUT =
            "select outcome, now_version, changed from context.put_skill_v1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    private static final String DELETE = "delete from context.skills"
            + " where workspace_id = $1 and name = $2 and ($3::bigint is null or version = $3) returning "
            + SkillRows.WHOLE;
    private static final String REGISTER =
            "select outcome, now_version from context.register_skill_v1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    private static final String NAMED = "select " + SkillRows.FACTS + """
             from context.skills s
            join unnest($2::text[]) with ordinality as n (wanted, place) on n.wanted = s.name
            where s.workspace_id = $1 and s.enabled order by n.place
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
    public Uni<SkillWrite> put(Skill skill, SkillPrecondition expected) {
        return execute(
                        PUT,
                        skill.workspaceId(),
                        skill.name(),
                        skill.displayName(),
                        skill.description(),
                        skill.instructions(),
                        SkillRows.text(skill.files()),
                        skill.enabled(),
                        !(expected instanceof SkillPrecondition.Nothing),
                        version(expected),
                        quota.skills())
                .map(rows -> outcome(rows.iterator().next(), skill));
    }

    @Override
    public Uni<SkillWrite> delete(String workspaceId, String name, SkillPrecondition expected) {
        return execute(DELETE, workspaceId, name, version(expected)).chain(rows -> first(workspaceId, rows)
                .map(gone -> Uni.createFrom().<SkillWrite>item(new SkillWrite.Done(gone, false)))
                .orElseGet(() -> find(workspaceId, name)
                        .map(there -> there.<SkillWrite>map(skill -> new SkillWrite.Stale(skill.version()))
                                .orElseGet(SkillWrite.Missing::new))));
    }

    @Override
    public Uni<SkillRegistrationOutcome> register(WriteClaim claim, Skill skill) {
        return execute(
                        REGISTER,
                        claim.workspaceId(),
                        claim.runId(),
                        claim.attempt(),
                        claim.operationId(),
                        skill.registeredBy(),
                        skill.name(),
                        skill.displayName(),
                        skill.description(),
                        skill.instructions(),
                        quota.skills(),
                        quota.registered())
                .map(rows -> registering(rows.iterator().next()));
    }

    @Override
    public Uni<List<SkillResource>> facts(String workspaceId, List<String> names) {
        return execute(NAMED, workspaceId, names.toArray(String[]::new))
                .map(rows -> SkillRows.all(rows, SkillRows::facts));
    }

    private static @Nullable Long version(SkillPrecondition expected) {
        return expected instanceof SkillPrecondition.Version(long version) ? version : null;
    }

    private static Optional<StoredSkill> first(String workspaceId, RowSet<Row> rows) {
        return SkillRows.all(rows, row -> SkillRows.whole(workspaceId, row)).stream()
                .findFirst();
    }

    private static SkillWrite outcome(Row row, Skill skill) {
        return switch (row.getString(0)) {
            case "created" -> done(row, skill, true);
            case "replaced" -> done(row, skill, false);
            case "exists" -> new SkillWrite.Exists();
            case "stale" -> new SkillWrite.Stale(row.getLong(1));
            case "missing" -> new SkillWrite.Missing();
            case "too_many" -> new SkillWrite.TooMany();
            default -> throw new IllegalStateException("an outcome that is none");
        };
    }

    private static SkillWrite done(Row row, Skill skill, boolean isNew) {
        return new SkillWrite.Done(
                new StoredSkill(skill, row.getLong(1), row.getOffsetDateTime(2).toInstant()), isNew);
    }

    private static SkillRegistrationOutcome registering(Row row) {
        return switch (row.getString(0)) {
            case "registered" -> new SkillRegistrationOutcome.Registered(row.getLong(1));
            case "fenced" -> new SkillRegistrationOutcome.Fenced();
            case "taken" -> new SkillRegistrationOutcome.Taken();
            case "too_many" -> new SkillRegistrationOutcome.TooMany();
            default -> throw new IllegalStateException("an outcome that is none");
        };
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return pool.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
