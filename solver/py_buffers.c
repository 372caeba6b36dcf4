/* py_buffers.c - contexts, buffers and tasks as Python hands them over. */
#include "py.h"

#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#define CAPSULE "kranalyze._core.context"

void *py_aligned(size_t bytes)
{
    bytes = (bytes + 63) & ~(size_t)63;
#ifdef _WIN32
    return _aligned_malloc(bytes, 64);
#else
    return aligned_alloc(64, bytes);
#endif
}

void py_aligned_free(void *memory)
{
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

static void holder_free(PyObject *capsule) { free(PyCapsule_GetPointer(capsule, CAPSULE)); }

PyObject *py_context(PyObject *self, PyObject *args)
{
    (void)self;
    if (!PyArg_ParseTuple(args, ":context")) return NULL;
    py_holder *h = calloc(1, sizeof *h + 63 + kr_ctx_size()); /* as the system has it: what is not used is not touched */
    if (!h) return PyErr_NoMemory();
    h->ctx = (void *)(((uintptr_t)(h + 1) + 63) & ~(uintptr_t)63);
    kr_ctx_init(h->ctx);
    atomic_flag_clear(&h->busy);
    PyObject *capsule = PyCapsule_New(h, CAPSULE, holder_free);
    if (!capsule) free(h);
    return capsule;
}

py_holder *py_take(PyObject *capsule)
{
    py_holder *h = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!h) return NULL;
    if (atomic_flag_test_and_set(&h->busy)) {
        PyErr_SetString(PyExc_RuntimeError, "this context is in use by another thread");
        return NULL;
    }
    return h;
}

void py_give_back(py_holder *h) { atomic_flag_clear(&h->busy); }

PyObject *py_nodes(PyObject *self, PyObject *capsule)
{
    (void)self;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    PyObject *count = PyLong_FromUnsignedLongLong(kr_ctx_nodes(h->ctx));
    py_give_back(h);
    return count;
}

int py_fail(int status)
{
    PyErr_SetString(PyExc_ValueError, kr_status_text(status));
    return -1;
}

PyObject *py_ended(int status)
{
    if (status) return py_fail(status), NULL;
    return Py_NewRef(Py_None);
}

static int unsigned_number(PyObject *number, unsigned long long most, unsigned long long *out)
{
    *out = PyLong_AsUnsignedLongLong(number);
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError)) return 0;
    if (!PyErr_Occurred() && *out <= most) return 1;
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "%R does not lie between 0 and %llu", number, most);
    return 0;
}

int py_u32(PyObject *number, void *out)
{
    unsigned long long value;
    if (!unsigned_number(number, UINT32_MAX, &value)) return 0;
    *(uint32_t *)out = (uint32_t)value;
    return 1;
}

int py_u64(PyObject *number, void *out)
{
    unsigned long long value;
    if (!unsigned_number(number, UINT64_MAX, &value)) return 0;
    *(uint64_t *)out = value;
    return 1;
}

int py_listed(PyObject *args, Py_ssize_t at)
{
    PyObject *given = PyTuple_GetItem(args, at);
    if (!given || PyTuple_Check(given) || PyList_Check(given)) return given ? 0 : -1;
    PyErr_Format(PyExc_TypeError, "argument %zd is neither a tuple nor a list", at + 1);
    return -1;
}

int py_size(Py_ssize_t given, size_t *out)
{
    *out = (size_t)given;
    if (given >= 0) return 0;
    PyErr_Format(PyExc_ValueError, "a size cannot be %zd", given);
    return -1;
}

int py_cells(size_t count, size_t each, size_t *out)
{
    if (!__builtin_mul_overflow(count, each, out)) return 0;
    PyErr_Format(PyExc_ValueError, "%zu times %zu is too many", count, each);
    return -1;
}

int py_get_buffer(PyObject *object, Py_buffer *view, size_t count, size_t size, int writable, const char *name)
{
    size_t bytes;
    if (py_cells(count, size, &bytes) < 0) return -1;
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return -1;
    if (!bytes || ((size_t)view->len >= bytes && (uintptr_t)view->buf % 4 == 0)) return 0; /* none may be anywhere */
    PyErr_Format(PyExc_ValueError, "buffer %s has %zd bytes, %zu are needed, aligned to 4", name, view->len, bytes);
    PyBuffer_Release(view);
    return -1;
}

void *py_hold(py_buffers *b, PyObject *object, size_t count, size_t size, int writable, const char *name)
{
    if (py_get_buffer(object, &b->views[b->count], count, size, writable, name) < 0) return NULL;
    /* An empty buffer may have no address; anything but NULL will do. */
    void *address = b->views[b->count].buf;
    b->count++;
    return address ? address : (void *)b;
}

int py_hold_columns(py_buffers *b, PyObject *const *columns, int n, size_t count, int writable, uint32_t **out)
{
    for (int i = 0; i < n; i++)
        if (!(out[i] = py_hold(b, columns[i], count, sizeof *out[i], writable, "columns"))) return -1;
    return 0;
}

void *py_copy(py_buffers *b, PyObject *object, size_t count, size_t size, const char *name)
{
    Py_buffer view;
    if (py_get_buffer(object, &view, count, size, 0, name) < 0) return NULL;
    void *copy = malloc(count * size + 1);
    if (copy) {
        b->copies[b->copied++] = copy;
        if (count) memcpy(copy, view.buf, count * size);
    } else {
        PyErr_NoMemory();
    }
    PyBuffer_Release(&view);
    return copy;
}

void py_release(py_buffers *b)
{
    for (size_t i = 0; i < b->count; i++) PyBuffer_Release(&b->views[i]);
    for (size_t i = 0; i < b->copied; i++) free(b->copies[i]);
}

int py_read_bytes(const char *bytes, Py_ssize_t size, void *out, size_t wanted)
{
    if (size != (Py_ssize_t)wanted) return py_fail(KR_BAD_BUFFER);
    memcpy(out, bytes, wanted);
    return 0;
}

int py_read_tasks(PyObject *bytes, kr_task **out, size_t *count)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0) return -1;
    if (size == 0 || (size_t)size % sizeof(kr_task) || (size_t)size / sizeof(kr_task) > KR_MAX_TASKS) {
        PyErr_Format(PyExc_ValueError, "tasks: %zd bytes are not 1 to %d tasks of %zu", size, KR_MAX_TASKS,
                     sizeof(kr_task));
        return -1;
    }
    *count = (size_t)size / sizeof(kr_task);
    *out = malloc((size_t)size);
    if (!*out) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(*out, data, (size_t)size);
    for (size_t i = 0; i < *count; i++)
        if (kr_check_task(&(*out)[i])) {
            PyErr_Format(PyExc_ValueError, "task %zu: %s", i, kr_status_text(KR_BAD_TASK));
            free(*out);
            return -1;
        }
    return 0;
}

int py_hold_deals(py_buffers *b, PyObject *const hands[4], PyObject *talon, size_t count, kr_deals *out)
{
    static const char *const names[4] = {"n", "e", "s", "w"};
    out->count = count;
    for (int s = 0; s < 4; s++)
        if (!(out->hands[s] = py_hold(b, hands[s], count, sizeof(uint32_t), 0, names[s]))) return -1;
    return talon != Py_None && !(out->talon = py_hold(b, talon, count, sizeof(uint32_t), 0, "talon")) ? -1 : 0;
}

int py_read_one(PyObject *task_bytes, PyObject *position_bytes, kr_task *task, kr_position *at)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(task_bytes, &data, &size) < 0) return -1;
    if (size != sizeof *task) return py_fail(KR_BAD_TASK);
    memcpy(task, data, sizeof *task);
    if (kr_check_task(task)) return py_fail(KR_BAD_TASK);
    if (!at) return 0;
    if (PyBytes_AsStringAndSize(position_bytes, &data, &size) < 0) return -1;
    if (size != sizeof *at) return py_fail(KR_BAD_FACTS);
    memcpy(at, data, sizeof *at);
    return 0;
}
