package dev.agenthost.bench.soak;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts process deaths during the samples: by the supervisor's counter and by changed process ids, the larger of both. */
final class ProcessDeaths {
    private final Map<String, Life> lives = new LinkedHashMap<>();

    private record Life(long pid, int countedBefore, int counted, int seen) {
        Life observe(long now, int deaths) {
            boolean gone = pid != 0 && now != pid;
            return new Life(now, countedBefore, deaths, gone ? seen + 1 : seen);
        }

        int deaths() {
            return Math.max(counted - countedBefore, seen);
        }
    }

    /**
     * @param pid 0 while it is dead
     * @param deaths since its first start, as its supervisor counts them; 0 without a supervisor
     */
    void observe(String process, long pid, int deaths) {
        var life = lives.get(process);
        lives.put(process, life == null ? new Life(pid, deaths, deaths, 0) : life.observe(pid, deaths));
    }

    /** Deaths since the first sample of the process. */
    int deaths(String process) {
        var life = lives.get(process);
        return life == null ? 0 : life.deaths();
    }

    /** Deaths of all processes. */
    int deaths() {
        return lives.values().stream().mapToInt(Life::deaths).sum();
    }
}
