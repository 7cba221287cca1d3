package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.run.Resolution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Admission by the function {@code runs.admit_v1}: a batch in one round trip. */
public final class PostgresAdmissionRepository implements AdmissionRepository {
    static final String ADMIT = """
            SELECT * FROM runs.admit_v1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                $19::text::jsonb, $20, $21, $22, $23)""";
    /** Records in one call: beyond this a batch gains nothing and holds its locks longer. */
    private static final int MOST = 128;

    private final Statements statements;

    public PostgresAdmissionRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<List<AdmissionOutcome>> admit(
            List<Admission> batch, Incarnation owner, SlotReservation room, List<OffsetAdvance> advances) {
        if (batch.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        if (batch.size() > MOST) {
            // The room is for the first part: what comes after may find it taken, and is then queued.
            return admit(batch.subList(0, MOST), owner, room, List.of())
                    .chain(some -> rest(some, batch, owner, isAnyRefused(some) ? List.of() : advances));
        }
        return once(batch, owner, room, advances)
                .onFailure(why -> Statements.refusedAsData(why).isPresent())
                .recoverWithUni(why -> bisect(batch, owner, room, why));
    }

    private Uni<List<AdmissionOutcome>> once(
            List<Admission> batch, Incarnation owner, SlotReservation room, List<OffsetAdvance> advances) {
        AdmissionColumns columns = new AdmissionColumns(batch);
        return statements
                .list(row -> row, ADMIT, columns.with(owner.value(), SlotPoolJson.json(room), advances))
                .map(rows -> answers(batch, rows, room))
                .invoke(PostgresAdmissionRepository::drill);
    }

    /** Finds what the database refuses; the rest is admitted in its order. */
    private Uni<List<AdmissionOutcome>> bisect(
            List<Admission> batch, Incarnation owner, SlotReservation room, Throwable why) {
        if (batch.size() == 1) {
            AdmissionOutcome refused =
                    new AdmissionOutcome.Refused(Statements.refusedAsData(why).orElseThrow());
            return Uni.createFrom().item(List.of(refused));
        }
        return admit(batch.subList(0, batch.size() / 2), owner, room, List.of())
                .chain(some -> rest(some, batch, owner, List.of()));
    }

    /** Admits the runs that have no answer yet. */
    private Uni<List<AdmissionOutcome>> rest(
            List<AdmissionOutcome> some, List<Admission> batch, Incarnation owner, List<OffsetAdvance> advances) {
        return admit(batch.subList(some.size(), batch.size()), owner, SlotReservation.NONE, advances)
                .map(others -> {
                    List<AdmissionOutcome> all = new ArrayList<>(some);
                    all.addAll(others);
                    return all;
                });
    }

    private static boolean isAnyRefused(List<AdmissionOutcome> answers) {
        return answers.stream().anyMatch(AdmissionOutcome.Refused.class::isInstance);
    }

    private static List<AdmissionOutcome> answers(List<Admission> batch, List<Row> rows, SlotReservation room) {
        List<AdmissionOutcome> answers = new ArrayList<>(rows.size());
        for (Row row : rows) {
            answers.add(answer(batch.get(row.getInteger("o_ordinal") - 1), row, room));
        }
        return answers;
    }

    private static AdmissionOutcome answer(Admission admission, Row row, SlotReservation room) {
        return switch (row.getString("o_fate")) {
            case "repeated" -> new AdmissionOutcome.Repeated();
            case "waiting" -> new AdmissionOutcome.Waiting();
            case "queued" -> new AdmissionOutcome.Queued();
            case "ended" -> new AdmissionOutcome.Ended(Objects.requireNonNull(admission.end()));
            case "claimed" ->
                new AdmissionOutcome.Claimed(claimed(admission, row).in(room.pool(row.getInteger("o_pool"))));
            default -> throw new IllegalStateException("a fate that runs.admit_v1 does not know");
        };
    }

    private static ClaimedRun claimed(Admission admission, Row row) {
        Resolution resolution = Objects.requireNonNull(admission.resolution());
        return new ClaimedRun(
                resolution,
                row.getInteger("o_attempt"),
                RunRowMapper.time(row, "o_claimed_at"),
                RunRowMapper.time(row, "o_deadline_at"),
                RunRowMapper.position(row.getString("o_previous_turn")),
                admission.traceId());
    }

    private static void drill(List<AdmissionOutcome> answers) {
        FailPoint.at("orchestrator.20-admitted");
        if (answers.stream().anyMatch(AdmissionOutcome.Claimed.class::isInstance)) {
            FailPoint.at("orchestrator.30-claimed");
        }
    }
}
