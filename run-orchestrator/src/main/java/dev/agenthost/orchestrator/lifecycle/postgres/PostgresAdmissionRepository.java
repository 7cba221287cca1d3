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
    /** Records in one call: a larger batch is not faster and holds its locks longer. */
    private static final int MOST = 128;

    private final Statements statements;

    public PostgresAdmissionRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<List<AdmissionOutcome>> admit(
            List<Admission> batch, Incarnation owner, SlotReservation reservation, List<OffsetAdvance> advances) {
        if (batch.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        if (batch.size() > MOST) {
            // The reservation applies to the first part: runs of the second part are queued.
            return admit(batch.subList(0, MOST), owner, reservation, List.of())
                    .chain(first -> remaining(first, batch, owner, isAnyRefused(first) ? List.of() : advances));
        }
        return admitBatch(batch, owner, reservation, advances)
                .onFailure(why -> Statements.refusedAsData(why).isPresent())
                .recoverWithUni(why -> bisect(batch, owner, reservation, why));
    }

    private Uni<List<AdmissionOutcome>> admitBatch(
            List<Admission> batch, Incarnation owner, SlotReservation reservation, List<OffsetAdvance> advances) {
        AdmissionColumns columns = new AdmissionColumns(batch);
        return statements
                .list(row -> row, ADMIT, columns.with(owner.value(), SlotPoolJson.json(reservation), advances))
                .map(rows -> outcomes(batch, rows, reservation))
                .invoke(PostgresAdmissionRepository::failPoints);
    }

    /** Bisects the batch to find the admissions that the database refuses; the others are admitted in order. */
    private Uni<List<AdmissionOutcome>> bisect(
            List<Admission> batch, Incarnation owner, SlotReservation reservation, Throwable why) {
        if (batch.size() == 1) {
            AdmissionOutcome refused =
                    new AdmissionOutcome.Refused(Statements.refusedAsData(why).orElseThrow());
            return Uni.createFrom().item(List.of(refused));
        }
        return admit(batch.subList(0, batch.size() / 2), owner, reservation, List.of())
                .chain(first -> remaining(first, batch, owner, List.of()));
    }

    /** Admits the runs without an outcome yet. */
    private Uni<List<AdmissionOutcome>> remaining(
            List<AdmissionOutcome> first, List<Admission> batch, Incarnation owner, List<OffsetAdvance> advances) {
        return admit(batch.subList(first.size(), batch.size()), owner, SlotReservation.NONE, advances)
                .map(others -> {
                    List<AdmissionOutcome> all = new ArrayList<>(first);
                    all.addAll(others);
                    return all;
                });
    }

    private static boolean isAnyRefused(List<AdmissionOutcome> outcomes) {
        return outcomes.stream().anyMatch(AdmissionOutcome.Refused.class::isInstance);
    }

    private static List<AdmissionOutcome> outcomes(List<Admission> batch, List<Row> rows, SlotReservation reservation) {
        List<AdmissionOutcome> outcomes = new ArrayList<>(rows.size());
        for (Row row : rows) {
            outcomes.add(outcome(batch.get(row.getInteger("o_ordinal") - 1), row, reservation));
        }
        return outcomes;
    }

    private static AdmissionOutcome outcome(Admission admission, Row row, SlotReservation reservation) {
        return switch (row.getString("o_outcome")) {
            case "repeated" -> new AdmissionOutcome.Repeated();
            case "waiting" -> new AdmissionOutcome.Waiting();
            case "queued" -> new AdmissionOutcome.Queued();
            case "ended" -> new AdmissionOutcome.Ended(Objects.requireNonNull(admission.end()));
            case "claimed" ->
                new AdmissionOutcome.Claimed(claimed(admission, row).in(reservation.pool(row.getInteger("o_pool"))));
            default -> throw new IllegalStateException("unknown outcome of runs.admit_v1");
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

    private static void failPoints(List<AdmissionOutcome> outcomes) {
        FailPoint.at("orchestrator.20-admitted");
        if (outcomes.stream().anyMatch(AdmissionOutcome.Claimed.class::isInstance)) {
            FailPoint.at("orchestrator.30-claimed");
        }
    }
}
