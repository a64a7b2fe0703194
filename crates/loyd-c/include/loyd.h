/* loyd: sliding-tile puzzles, cubes and other permutation puzzles, solved, checked and enumerated.
 *
 * Requests and results are JSON in UTF-8, with the fields of the HTTP interface (docs/http-api.md):
 *
 *     loyd_session *session = loyd_session_new(0);
 *     char *result;
 *     if (loyd_request(session, "solve", "{\"board\": \"8 6 7 2 5 4 3 0 1\"}", &result) == LOYD_OK)
 *         puts(result);       // {"status":"solved","length":31,"proven":true,...}
 *     loyd_free(result);
 *     loyd_session_free(session);
 *
 * Link with -lloyd_c. The static library also needs -lm, -lpthread and -ldl on Linux.
 */
#ifndef LOYD_H
#define LOYD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The request was carried out. A reached limit and a position without a solution are results. */
#define LOYD_OK 0
/* The request is wrong: the result is {"error": the reason, "what": the field}. A null pointer has no result. */
#define LOYD_WRONG 2
/* The system refused memory, or the library failed: the result is as for LOYD_WRONG. */
#define LOYD_FAILED 3

/* Solvers that stay prepared between requests. Threads may share a session. */
typedef struct loyd_session loyd_session;

/* Makes a session; memory is the limit of its tables in bytes, 0 for 1 GiB. */
loyd_session *loyd_session_new(uint64_t memory);

/* Frees a session, when none of its requests runs any more. */
void loyd_session_free(loyd_session *session);

/* Carries out a request and returns one of the codes above. The names and their fields:
 *
 *   solve      board, puzzle, size, goal, metric, algorithm, heuristic, threads, max_nodes, max_time, memory, all
 *   check      board, puzzle, size, goal, metric
 *   replay     the same, and moves
 *   scramble   puzzle, size, goal, count, seed
 *   enumerate  puzzle, size, start, metric, depth, antipodes, memory
 *   define     definition: the text of a definition; the result names the puzzle and the size
 *   puzzles    none: the names to choose from
 *
 * result receives a text, which loyd_free frees. */
int loyd_request(const loyd_session *session, const char *name, const char *request, char **result);

/* Stops the running requests of a session, from any thread: they return the best result so far. */
void loyd_cancel(const loyd_session *session);

/* Frees the text of a result; null is allowed. */
void loyd_free(char *text);

/* The version, such as "0.1.0". */
const char *loyd_version(void);

#ifdef __cplusplus
}
#endif

#endif
